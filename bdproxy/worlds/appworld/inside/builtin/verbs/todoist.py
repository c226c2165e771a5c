"""Todoist: projects, sections, tasks, comments."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from .verb import Verbs


class Todoist(Verbs):
    """What people have to do."""

    app = "todoist"

    def project(
        self,
        owner: str,
        name: str,
        at: datetime,
        *,
        collaborators: Sequence[str] = (),
        color: str = "charcoal",
        inbox: bool = False,
    ) -> Any:
        """A project, shared with the collaborators."""
        project = self.models.Project.create_save(
            user_id=self.user_id(owner), name=name, color=color, is_inbox=inbox, created_at=at
        )
        for member in dict.fromkeys([owner, *collaborators]):
            self.models.ProjectCollaboratorLink.create_save(
                project_id=project.id, user_id=self.user_id(member), created_at=at
            )
        return project

    def section(self, project: Any, name: str, at: datetime) -> Any:
        """A section at the end of a project."""
        return self.models.Section.create_save(
            project_id=project.id,
            name=name,
            order_index=self.models.Section.count(project_id=project.id),
            created_at=at,
        )

    def task(
        self,
        owner: str,
        project: Any,
        title: str,
        at: datetime,
        *,
        section: Any = None,
        description: str = "",
        due: datetime | None = None,
        priority: str = "medium",
        done: bool = False,
        assignee: str | None = None,
    ) -> Any:
        """A task at the end of a project or section; priority is high, medium or low."""
        section_id = section.id if section is not None else None
        return self.models.Task.create_save(
            project_id=project.id,
            section_id=section_id,
            user_id=self.user_id(owner),
            title=title,
            description=description,
            due_date=due,
            priority=priority,
            is_completed=done,
            order_index=self.models.Task.count(project_id=project.id, section_id=section_id),
            assignee_id=self.user_id(assignee) if assignee else None,
            assigner_id=self.user_id(owner) if assignee else None,
            created_at=at,
        )

    def sub_task(self, task: Any, title: str, at: datetime, *, done: bool = False) -> Any:
        """A step of a task."""
        return self.models.SubTask.create_save(
            task_id=task.id,
            title=title,
            description="",
            priority="medium",
            is_completed=done,
            order_index=self.models.SubTask.count(task_id=task.id),
            created_at=at,
        )

    def comment(self, task: Any, author: str, content: str, at: datetime) -> Any:
        """``author`` comments on a task."""
        return self.models.TaskComment.create_save(
            task_id=task.id, user_id=self.user_id(author), content=content, created_at=at
        )

    def inbox_id(self, owner: str) -> int:
        """The number of ``owner``'s inbox, the project for what belongs nowhere else."""
        inbox = self.models.Project.find_one_or_raise(user_id=self.user_id(owner), is_inbox=True)
        return inbox.id  # type: ignore[no-any-return]
