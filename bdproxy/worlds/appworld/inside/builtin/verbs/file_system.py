"""Files and folders."""

from datetime import datetime
from typing import Any

from .verb import Verbs


class FileSystem(Verbs):
    """What people keep in files. Paths start with ``~/``."""

    app = "file_system"

    def file(self, owner: str, path: str, content: str, at: datetime) -> Any:
        """A file, its folders made where they are missing."""
        user = self.world.user(self.app, owner)
        absolute = path.replace("~/", user.home_directory_path, 1)
        self.folder(owner, path.rsplit("/", 1)[0] + "/", at)
        return self.models.File.create_save(
            path=absolute, user_id=user.id, content=content, created_at=at, updated_at=at
        )

    def folder(self, owner: str, path: str, at: datetime) -> None:
        """A folder and the folders above it, where they are missing."""
        user = self.world.user(self.app, owner)
        absolute = path.replace("~/", user.home_directory_path, 1)
        while True:
            if self.models.Directory.exists(user_id=user.id, path=absolute):
                return
            self.models.Directory.create_save(
                path=absolute, user_id=user.id, created_at=at, updated_at=at
            )
            if absolute == "/":
                return
            absolute = absolute.rstrip("/").rsplit("/", 1)[0] + "/"
