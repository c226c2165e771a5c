"""Files and folders."""

from random import Random

from ..clock import ago
from ..people import PEOPLE, Person
from ..world import World

_FILES = (
    (
        "~/documents/cv.txt",
        "{name}\nPortland, Oregon\n\nExperience\n- current position since 2019\n- two years of freelance work before\n\nLanguages: English, and enough of another one to order dinner\n",
    ),
    (
        "~/documents/insurance_notes.txt",
        "Household insurance renewed in January.\nThe folder with the originals is on the second shelf.\n",
    ),
    ("~/documents/reading_list.txt", "The Salt Road\nWinter Kitchen\nThe Clockmaker's House\n"),
    (
        "~/documents/letters/landlord.txt",
        "Dear Sir or Madam,\n\nthe window in the kitchen closes again since your visit, thank you.\n\n{name}\n",
    ),
    (
        "~/documents/letters/thank_you.txt",
        "Dear both,\n\nthank you for the weekend. We are still talking about the plum cake.\n\n{first}\n",
    ),
    (
        "~/photos/lake/index.txt",
        "001 boat at the pier\n002 everybody, eyes open\n003 the dog, wet\n004 sunset, slightly crooked\n",
    ),
    ("~/photos/spring_walk/index.txt", "001 first crocus\n002 bridge\n003 bakery window\n"),
    (
        "~/recipes/plum_cake.txt",
        "200 g butter, 180 g sugar, 4 eggs, 250 g flour, plums. 45 minutes.\n",
    ),
    (
        "~/recipes/dumplings.txt",
        "Dough rests for half an hour. Do not skip the ginger. Fold like an envelope.\n",
    ),
    (
        "~/downloads/tram_map.txt",
        "Line A: Airport - Centre - Beaverton\nLine B: Centre - Clackamas\nLine C: Centre - Expo\n",
    ),
    (
        "~/downloads/user_manual_kettle.txt",
        "1. Fill with water.\n2. Press the button.\n3. Wait.\nDescale once a month.\n",
    ),
    (
        "~/downloads/festival_programme.txt",
        "Friday: brass band\nSaturday: Paper Harbor, Slow Meridian\nSunday: open stage\n",
    ),
    ("~/backups/phone_notes_2022.txt", "Old notes, kept for no particular reason.\n"),
    (
        "~/backups/address_book_2022.csv",
        "name,city\nSunita,Salem\nGustav,Eugene\nCarmen,Vancouver\n",
    ),
)


def fill(world: World) -> None:
    """Everybody has about seven files in several folders."""
    draw = Random("file_system")
    for who in PEOPLE:
        world.file_system.folder(who.first_name, "~/", ago(days=340))
        for path, content in sorted(draw.sample(_FILES, draw.randint(6, 8))):
            at = ago(days=draw.randint(10, 320), hours=draw.randint(0, 12))
            world.file_system.file(who.first_name, path, _fill(content, who), at)


def _fill(content: str, who: Person) -> str:
    return content.format(name=who.name, first=who.first_name)
