"""Projects with sections, tasks, steps and comments."""

from random import Random

from ..clock import NOW, ago
from ..people import PEOPLE
from ..relations import kind, relations
from ..world import World

_INBOX = (
    "Renew library card",
    "Reply to the school newsletter",
    "Find a frame for the print",
    "Descale the kettle",
    "Bring back the borrowed tent",
    "Sort the cable drawer",
    "Ask about the choir",
    "Cancel the old magazine",
)
_HOME = (
    "Fix the dripping tap",
    "Wash the curtains",
    "Repot the ficus",
    "Clean behind the fridge",
    "Hang up the mirror",
    "Oil the door",
    "Descale the shower head",
    "Sort the wardrobe",
    "Check the smoke alarm",
    "Defrost the freezer",
)
_WORK = (
    "Update the welcome page",
    "Collect quotes for the shelves",
    "Prepare slides for the round",
    "Review the draft of section two",
    "Archive last year's folders",
    "Order name tags",
    "Write the summary",
    "Check the sample boxes",
    "Set up the new laptop",
)
_STEPS = (
    "Look for the tools",
    "Ask how long it takes",
    "Make a list",
    "Do the first half",
    "Tidy up afterwards",
)
_COMMENTS = (
    "Started, will go on at the weekend",
    "The long ladder is in the basement",
    "Waiting for an answer",
    "Half done",
    "Easier than it looked",
    "Please don't use the blue paint",
)
_PRIORITIES = ("high", "medium", "medium", "low")


def fill(world: World) -> None:
    """Everybody has an inbox and a home project; those who work have a work project too."""
    draw = Random("todoist")
    for who in PEOPLE:
        owner = who.first_name
        inbox = world.todoist.project(owner, "Inbox", ago(days=340), inbox=True)
        _tasks(world, draw, owner, inbox, draw.sample(_INBOX, 3))
        sharers = [other for other in relations(owner) if kind(owner, other) == "roommate"]
        home = world.todoist.project(
            owner, "Home", ago(days=200), collaborators=sharers[:1], color="green"
        )
        _tasks(world, draw, owner, home, draw.sample(_HOME, 6))
        if who.company is None:
            continue
        work = world.todoist.project(owner, "Work", ago(days=190), color="blue")
        for title in ("This week", "Later"):
            section = world.todoist.section(work, title, ago(days=189))
            _tasks(world, draw, owner, work, draw.sample(_WORK, 3), section)


def _tasks(
    world: World,
    draw: Random,
    owner: str,
    project: object,
    titles: list[str],
    section: object = None,
) -> None:
    for title in titles:
        at = ago(days=draw.uniform(5, 60))
        due = None
        if draw.random() < 0.5:
            due = NOW.replace(hour=0).fromordinal(NOW.toordinal() + draw.randint(-12, 25))
        task = world.todoist.task(
            owner,
            project,
            title,
            at,
            section=section,
            due=due,
            priority=draw.choice(_PRIORITIES),
            done=draw.random() < 0.3,
        )
        if draw.random() < 0.15:
            for step in draw.sample(_STEPS, 2):
                world.todoist.sub_task(task, step, at, done=draw.random() < 0.4)
        if draw.random() < 0.25:
            world.todoist.comment(task, owner, draw.choice(_COMMENTS), ago(days=draw.uniform(1, 4)))
