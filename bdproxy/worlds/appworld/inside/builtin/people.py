"""Who lives in the built-in world, and what they are to each other. Standard library only."""

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Address:
    """A postal address in the United States."""

    street: str
    city: str
    state: str
    zip_code: int

    @property
    def text(self) -> str:
        """The address on one line, as people write it."""
        return f"{self.street}, {self.city}, {self.state}, USA, {self.zip_code}"


@dataclass(frozen=True, slots=True)
class Person:
    """One inhabitant. The first name is unique and is how scenarios speak of a person."""

    number: int
    first_name: str
    last_name: str
    sex: str
    birthday: str
    home: str
    """Key of ``HOMES``; people with the same key share a home."""
    company: str | None = None
    """Key of ``COMPANIES``; None for people who don't work."""

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first_name} {self.last_name}"

    @property
    def email(self) -> str:
        """The address of the mailbox, and the user name in every app but the phone."""
        domain = ("gmail.com", "mail.com", "outlook.com")[self.number % 3]
        return f"{self.first_name.lower()}.{self.last_name.lower()}@{domain}"

    @property
    def phone_number(self) -> str:
        """Ten digits, the user name in the phone app."""
        return str(5_035_550_000 + 137 * (self.number + 1))

    def password(self, app: str) -> str:
        """The password of this person's account in one app."""
        scramble = (self.number * 7919 + sum(map(ord, app)) * 104729) % 900_000 + 100_000
        return f"{self.last_name[:3].lower()}{scramble}{app[:2]}"

    @property
    def card_number(self) -> int:
        """The number of this person's payment card, 16 digits."""
        return 4_539_578_763_620_000 + 4_211 * (self.number + 1)


HOMES: dict[str, Address] = {
    "alder": Address("418 Alder Street, Apt 3", "Portland", "Oregon", 97205),
    "burnside": Address("2207 Burnside Road", "Portland", "Oregon", 97214),
    "division": Address("1530 Division Street, Unit B", "Portland", "Oregon", 97202),
    "fremont": Address("96 Fremont Court", "Portland", "Oregon", 97212),
    "hawthorne": Address("3341 Hawthorne Boulevard, Apt 9", "Portland", "Oregon", 97215),
    "killingsworth": Address("705 Killingsworth Street, Apt 2", "Portland", "Oregon", 97217),
    "lombard": Address("58 Lombard Lane", "Portland", "Oregon", 97203),
    "mississippi": Address("4126 Mississippi Avenue", "Portland", "Oregon", 97227),
    "salem": Address("812 Chemeketa Street", "Salem", "Oregon", 97301),
    "eugene": Address("2290 Willamette Street", "Eugene", "Oregon", 97405),
    "vancouver": Address("1104 Columbia Drive", "Vancouver", "Washington", 98661),
    "irving": Address("640 Irving Street, Apt 12", "Portland", "Oregon", 97209),
}

COMPANIES: dict[str, Address] = {
    "Northgate Design": Address("210 Everett Street, Floor 4", "Portland", "Oregon", 97209),
    "Cascade Robotics": Address("5500 Swan Island Avenue", "Portland", "Oregon", 97217),
    "Harbor Clinic": Address("77 Harbor Way", "Portland", "Oregon", 97201),
    "Lantern Books": Address("1212 Belmont Street", "Portland", "Oregon", 97214),
}

MANAGERS: dict[str, str] = {
    "Northgate Design": "Amara",
    "Cascade Robotics": "Rafael",
    "Harbor Clinic": "Patrick",
    "Lantern Books": "Miguel",
}

_ROWS = """
Priya Raman female 1991-04-12 alder Northgate Design
Tomas Lindqvist male 1990-11-02 alder Cascade Robotics
Keisha Boateng female 1992-07-23 alder Northgate Design
Daniel Okafor male 1988-02-14 burnside Cascade Robotics
Hannah Okafor female 1989-09-30 burnside Harbor Clinic
Luis Herrera male 1993-06-05 division Northgate Design
Mei Tanaka female 1994-12-19 division Cascade Robotics
Jonas Weber male 1992-03-27 division Harbor Clinic
Amara Nwosu female 1985-08-08 fremont Northgate Design
Rafael Costa male 1987-01-21 lombard Cascade Robotics
Ingrid Costa female 1988-05-16 lombard Lantern Books
Samir Haddad male 1991-10-11 hawthorne Harbor Clinic
Elena Petrova female 1990-04-03 hawthorne Lantern Books
Noah Fitzgerald male 1989-12-28 hawthorne Northgate Design
Wen Zhao female 1996-02-09 killingsworth Lantern Books
Aisha Karim female 1995-07-17 killingsworth Harbor Clinic
Linnea Lindqvist female 1995-10-25 killingsworth Lantern Books
Patrick Doyle male 1986-06-30 mississippi Harbor Clinic
Miguel Herrera male 1990-01-13 irving Lantern Books
Yuki Tanaka female 1991-09-04 irving Northgate Design
Chidi Okafor male 1986-11-22 mississippi Cascade Robotics
Olivia Brooks female 1990-08-15 fremont Lantern Books
Arjun Raman male 1994-03-06 irving Cascade Robotics
Sunita Raman female 1964-05-29 salem -
Ravi Raman male 1960-02-17 salem -
Gustav Lindqvist male 1962-07-01 eugene -
Birgit Lindqvist female 1963-12-12 eugene -
Carmen Herrera female 1966-10-08 vancouver -
"""


def _read(rows: str) -> tuple[Person, ...]:
    people = []
    for number, row in enumerate(rows.strip().splitlines()):
        first_name, last_name, sex, birthday, home, company = row.split(maxsplit=5)
        people.append(
            Person(
                number,
                first_name,
                last_name,
                sex,
                birthday,
                home,
                None if company == "-" else company,
            )
        )
    return tuple(people)


PEOPLE: tuple[Person, ...] = _read(_ROWS)

COUPLES = (
    ("Daniel", "Hannah"),
    ("Rafael", "Ingrid"),
    ("Ravi", "Sunita"),
    ("Gustav", "Birgit"),
)

FAMILIES: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("Ravi", "Sunita"), ("Priya", "Arjun")),
    (("Gustav", "Birgit"), ("Tomas", "Linnea")),
    (("Carmen",), ("Luis", "Miguel")),
    ((), ("Mei", "Yuki")),
    ((), ("Daniel", "Chidi")),
)
"""Parents and their grown children."""

FRIENDS = (
    ("Priya", "Mei"),
    ("Priya", "Olivia"),
    ("Priya", "Samir"),
    ("Priya", "Hannah"),
    ("Tomas", "Jonas"),
    ("Tomas", "Olivia"),
    ("Tomas", "Noah"),
    ("Keisha", "Aisha"),
    ("Keisha", "Elena"),
    ("Keisha", "Chidi"),
    ("Daniel", "Samir"),
    ("Daniel", "Noah"),
    ("Daniel", "Luis"),
    ("Hannah", "Ingrid"),
    ("Hannah", "Elena"),
    ("Luis", "Wen"),
    ("Luis", "Samir"),
    ("Mei", "Aisha"),
    ("Mei", "Olivia"),
    ("Jonas", "Noah"),
    ("Jonas", "Wen"),
    ("Amara", "Ingrid"),
    ("Amara", "Patrick"),
    ("Rafael", "Patrick"),
    ("Samir", "Keisha"),
    ("Elena", "Olivia"),
    ("Wen", "Yuki"),
    ("Aisha", "Olivia"),
    ("Chidi", "Patrick"),
    ("Yuki", "Elena"),
    ("Arjun", "Luis"),
    ("Arjun", "Jonas"),
    ("Sunita", "Birgit"),
    ("Carmen", "Sunita"),
    ("Carmen", "Ravi"),
    ("Carmen", "Gustav"),
    ("Carmen", "Birgit"),
    ("Ravi", "Gustav"),
    ("Ravi", "Birgit"),
    ("Sunita", "Gustav"),
)


@cache
def person(first_name: str) -> Person:
    """The person of that first name; KeyError if nobody has it."""
    for candidate in PEOPLE:
        if candidate.first_name == first_name:
            return candidate
    raise KeyError(f"nobody in the built-in world is called {first_name!r}")
