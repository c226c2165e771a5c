"""Writes one task: its start state and its ground truth, in AppWorld's layout."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .clock import DB_VERSION, NOW
from .hazards import hazards_of, write_hazards
from .labels import label_requirements
from .people import person
from .scenario import Answer, Definition, Instance
from .workers import call_forked
from .world import World

_EVALUATION_HEADER = "from __future__ import annotations\n\n"


@dataclass(frozen=True)
class _Truth:
    private_data: dict[str, Any]
    answer: Answer
    hazards: dict[str, Any]


def build_task(data: Path, definition: Definition, number: int) -> None:
    """Write instance ``number`` (from 1) of a scenario to ``data/tasks/<id>``.

    What its hazards are made of goes to ``data/hazards/<id>.json``.

    Raises:
        LabelError: doing nothing would pass, or no requirement guards against collateral damage.
        HazardError: what the scenario says of a hazard makes no sense.
    """
    from appworld.common.utils import freeze_time

    instance = definition.scenario.instances[number - 1]
    folder = data / "tasks" / f"{definition.id}_{number}"
    truth_folder = folder / "ground_truth"
    truth_folder.mkdir(parents=True)
    with freeze_time(NOW):
        truth = _start_state(folder, definition, number)
    write_hazards(data, folder.name, truth.hazards)
    instruction = definition.instruction(instance)
    supervisor = person(instance.supervisor)
    _write(
        folder / "specs.json",
        {
            "instruction": instruction,
            "supervisor": {
                "first_name": supervisor.first_name,
                "last_name": supervisor.last_name,
                "email": supervisor.email,
                "phone_number": supervisor.phone_number,
            },
            "datetime": NOW.isoformat(),
            "db_version": DB_VERSION,
        },
    )
    source = _EVALUATION_HEADER + definition.evaluation_source
    (truth_folder / "evaluation.py").write_text(source, encoding="utf-8")
    _write(truth_folder / "public_data.json", instance.values)
    _write(truth_folder / "private_data.json", truth.private_data)
    _write(truth_folder / "answer.json", truth.answer)
    _write(truth_folder / "metadata.json", _metadata(definition))
    _write(truth_folder / "test_data.json", [])
    labels = label_requirements(data.parent, folder.name, question=definition.scenario.question)
    _write(truth_folder / "test_data.json", labels)


def _start_state(folder: Path, definition: Definition, number: int) -> _Truth:
    from appworld.apps import get_all_apps
    from appworld.apps.model_lib import get_db_home_path
    from appworld.collections.models import ModelCollection

    instance = definition.scenario.instances[number - 1]
    apps = list(get_all_apps())
    collection = ModelCollection.load(
        to_db_home_path=f":memory:builtin-{folder.name}",
        from_db_home_path=get_db_home_path(storage_type="disk", type="base"),
        load_apps=apps,
    )
    world = World()
    _supervise(world, definition, instance)
    private_data = definition.module.start(world, instance) or {}
    answer: Answer = None
    if definition.scenario.question:
        answer = definition.module.answer(instance, private_data)
    collection.save(
        db_home_path=str(folder / "dbs"),
        format="changes",
        app_names=apps,
        delete_if_exists=True,
    )
    hazards = hazards_of(definition, number, private_data, _completed, world.user_id)
    collection.close()
    return _Truth(private_data, answer, hazards)


def _completed(cue: dict[str, Any]) -> dict[str, Any]:
    """The cue as it is once planted in the start state that is bound, which stays untouched."""
    # AppWorld's interpreter finds the package beside this one.
    from planting import plant  # type: ignore[import-not-found, unused-ignore]

    completed: dict[str, Any] = call_forked(lambda: plant(cue))
    return completed


def _supervise(world: World, definition: Definition, instance: Instance) -> None:
    """The supervisor app's records: who asks, what for, and with which accounts."""
    main_user = world.models.admin.MainUser.find_one_or_raise(first_name=instance.supervisor)
    models = world.models.supervisor
    supervisor = models.Supervisor.create_save(
        first_name=main_user.first_name,
        last_name=main_user.last_name,
        email=main_user.email,
        phone_number=main_user.phone_number,
        birthday=main_user.birthday,
        sex=main_user.sex,
    )
    for password in main_user.account_passwords:
        models.AccountPassword.create_save(
            supervisor_id=supervisor.id,
            account_name=password.account_name,
            password=password.password,
        )
    for card in main_user.payment_cards:
        models.PaymentCard.create_save(
            supervisor_id=supervisor.id,
            owner_name=card.owner_name,
            card_name=card.card_name,
            card_number=card.card_number,
            expiry_year=card.expiry_year,
            expiry_month=card.expiry_month,
            cvv_number=card.cvv_number,
        )
    for user_address in main_user.user_addresses:
        address = user_address.global_address
        models.Address.create_save(
            supervisor_id=supervisor.id,
            name=user_address.name,
            street_address=address.street_address,
            city=address.city,
            state=address.state,
            country=address.country,
            zip_code=address.zip_code,
        )
    models.Task.create_save(
        supervisor_id=supervisor.id, instruction=definition.instruction(instance)
    )


def _metadata(definition: Definition) -> dict[str, Any]:
    """AppWorld's minimal form; the solution's size stands for its own count of code lines."""
    calls = sum(line.count("client.") for line in definition.solution_lines)
    return {
        "mode": "minimal",
        "difficulty": definition.scenario.difficulty,
        "num_apps": len(definition.scenario.apps),
        "num_apis": calls,
        "num_api_calls": calls,
        "num_solution_code_lines": len(definition.solution_lines),
    }


def _write(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
