"""That models are plain classes for a while is no difference: nothing was registered with one."""

import json
import subprocess

from bdproxy.worlds.appworld.environment import Environment
from bdproxy.worlds.appworld.zygote import INSIDE

SCRIPT = """
import gc, json, sys
sys.path.append(sys.argv[1])
from inside.quick_imports import quick_imports
with quick_imports():
    from appworld.apps import build_main_app
    import appworld.evaluator
    build_main_app()
    from pydantic import BaseModel

    def below(one):
        return {one}.union(*map(below, one.__subclasses__()))

    models = below(BaseModel)
    others = [one for one in object.__subclasses__() if one not in models]
    quickly = [[issubclass(one, BaseModel) for one in some] for some in (models, others)]
from _abc import _get_dump
from abc import ABCMeta
print(json.dumps({
    "models": len(models),
    "others": len(others),
    "registered": [str(one) for one in models if _get_dump(one)[0]],
    "hooked": [str(one) for one in models if "__subclasshook__" in vars(one)],
    "the same": quickly == [
        [ABCMeta.__subclasscheck__(BaseModel, one) for one in some] for some in (models, others)
    ],
    "as ever": type(BaseModel).__subclasscheck__ is ABCMeta.__subclasscheck__,
    "collecting": gc.isenabled(),
}))
"""


def test_a_model_s_subclasses_are_the_same_either_way(environment: Environment) -> None:
    done = subprocess.run(
        [environment.python, "-s", "-W", "ignore", "-c", SCRIPT, INSIDE.parent],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found.pop("models") > 300 and found.pop("others") > 1000
    assert found == {
        "registered": [],
        "hooked": [],
        "the same": True,
        "as ever": True,
        "collecting": True,
    }
