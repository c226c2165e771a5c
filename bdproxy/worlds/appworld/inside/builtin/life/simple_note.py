"""Notes of all kinds."""

from random import Random

from ..clock import ago
from ..people import PEOPLE
from ..world import World

_NOTES = (
    (
        "Packing list",
        ("travel",),
        "- passport\n- chargers\n- rain jacket\n- the good socks\n- book",
    ),
    (
        "Books to read",
        ("reading",),
        "- The Salt Road\n- A Field Guide to Getting Lost\n- Winter Kitchen\n- The Clockmaker's House",
    ),
    (
        "Gift ideas",
        ("home",),
        "Mum: garden gloves, seed tin\nFriends: candle, board game, tea\nOffice: nothing with a message on it",
    ),
    (
        "Bread, the version that works",
        ("recipes",),
        "450 g flour\n340 ml water\n10 g salt\nstarter from the fridge\n20 minutes covered, 20 open, do not peek",
    ),
    (
        "Wifi and door codes",
        ("home",),
        "Wifi name: Nest-5G, the password is on the router\nBasement: the old number backwards",
    ),
    ("Running log", ("health",), "Mon 5 km, easy\nThu 7 km, rain\nSun 10 km with a stop for ducks"),
    (
        "Films people told me to watch",
        ("reading",),
        "- The Lighthouse Keeper's Daughter\n- Two Trains North\n- Umami\n- the one with the pianist",
    ),
    (
        "Ideas for the balcony",
        ("home",),
        "Herbs left, tomatoes right, one chair only. Fairy lights after all?",
    ),
    (
        "Questions for the dentist",
        ("health",),
        "- night guard?\n- the left side and cold water\n- next cleaning",
    ),
    (
        "Meeting scribbles",
        ("work",),
        "Less text on page two. Ask for the originals. Somebody has to own the plant.",
    ),
    (
        "Lentil soup",
        ("recipes",),
        "Onion, garlic, cumin\n1 cup red lentils\n1 tin tomatoes\n1 litre stock\nlemon at the end, always",
    ),
    ("Words I keep looking up", (), "accommodate, occurrence, rhythm, bureau"),
    (
        "Places to show visitors",
        ("travel",),
        "- the rose garden, early\n- the bridge at dusk\n- Noodle Lantern\n- the second floor of the book shop",
    ),
    (
        "Plant care",
        ("home",),
        "Ficus: once a week\nSucculents: once a month, really\nFern: whenever it looks at you",
    ),
    ("Stretching routine", ("health",), "Neck 3x\nShoulders 3x\nHamstrings, slowly\nBreathe"),
    ("Quotes", ("reading",), "'The map is not the walk.'\n'Start where the mud is.'"),
)


def fill(world: World) -> None:
    """Everybody keeps seven to nine notes, one or two of them pinned."""
    draw = Random("simple_note")
    for who in PEOPLE:
        chosen = draw.sample(_NOTES, draw.randint(7, 9))
        pinned = draw.sample(range(len(chosen)), draw.randint(1, 2))
        for index, (title, tags, content) in enumerate(chosen):
            at = ago(days=150 - 13 * index, hours=draw.randint(0, 12))
            world.simple_note.note(
                who.first_name, title, content, at, tags=tags, pinned=index in pinned
            )
