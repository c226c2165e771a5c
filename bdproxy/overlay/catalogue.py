"""What a catalogue says about an API: its kinds of records and the endpoints that show them.

docs/overlay.md explains every field.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from bdproxy.overlay.expressions import Condition, Template

RecordTypeName = Annotated[str, Field(pattern=r"^[a-z_]+\.[a-z_]+$")]
SignedField = Annotated[str, Field(pattern=r"^[+-]\w+$")]
"""A field to sort by: ``-created_at`` for the newest first."""
ValueType = Literal["text", "integer", "number", "boolean", "day", "moment"]


class Model(BaseModel):
    """A piece of a catalogue. Unknown fields are mistakes, not extras."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Filter(Model):
    """What a parameter of a list leaves out.

    ``type`` is how its text is read: ``day`` and ``moment`` are made comparable with ISO 8601.
    ``default`` stands for a parameter that is not sent; without one nothing is left out then.
    """

    when: Condition
    type: ValueType = "text"
    default: Any = None


class Sort(Model):
    """A parameter that chooses the order: one of ``fields`` by the name that the API gives it."""

    parameter: str = "sort_by"
    fields: Mapping[str, str]


class Query(Model):
    """A parameter that ranks by words and leaves nothing out.

    ``text`` are the fields (paths with dots) that are searched.
    """

    parameter: str = "query"
    text: tuple[str, ...]


class Page(Model):
    """How a list is cut into pages: the parameters, and the number of the first page."""

    index: str = "page_index"
    first: Literal[0, 1] = 0
    limit: str = "page_limit"
    default: Annotated[int, Field(ge=1)] = 5
    most: Annotated[int, Field(ge=1)] = 20


class Latest(Model):
    """A parameter under which only the newest record of each group is listed.

    ``group`` says what the groups are; ``by`` is the field that says which is newest.
    """

    parameter: str
    group: Condition
    by: str


class Shows(Model):
    """An endpoint that shows one record. ``view`` are its fields in order, all if not given.

    ``missing`` are the statuses by which the upstream says that it does not know the record.
    """

    method: str = "GET"
    path: str
    key: Condition | None = None
    view: tuple[str, ...] | None = None
    missing: tuple[int, ...] | None = None


class Refusal(Model):
    """A write that the upstream would turn down, and its answer."""

    when: Condition
    status: int = 422
    answer: Template


class Parent(Model):
    """What a list hangs on: a record of ``type``, named by ``key``.

    If the upstream does not know it but the overlay does, the upstream's list is taken for empty,
    unless it would have been refused for what else the call says.
    """

    type: RecordTypeName
    key: Condition
    refuses: tuple[Refusal, ...] = ()


class Affected(Model):
    """Records of the upstream's own that planted ones change so that a list may treat them anew.

    For each value of ``each`` the answer to ``path`` is known as ``found``, and ``record`` are the
    record's fields as the list has them without the planted ones, and what filters need.
    """

    each: Condition
    path: Template
    record: Template


class Lists(Model):
    """An endpoint that lists records.

    ``items`` is the path with dots to the array in the answer, the answer itself if empty.
    ``order`` holds without sort and query, None for the order in which records were made;
    ``after`` says whether a planted record stands after ``object``, one of the upstream's or
    another planted one, where no order tells. ``orders`` is a parameter whose values choose another
    order. ``in_page`` are orders that apply to the records of a page after it was cut, the last one
    first in weight; then those come first for which ``first_in_page`` holds, unless the parameter
    ``in_page_unless`` is true.
    """

    method: str = "GET"
    path: str
    items: str = ""
    parent: Parent | None = None
    where: Condition | None = None
    order: SignedField | None = None
    after: Condition | None = None
    orders: Mapping[str, Mapping[str, SignedField]] = {}
    sort: Sort | None = None
    query: Query | None = None
    filters: Mapping[str, Filter] = {}
    latest: Latest | None = None
    affected: Affected | None = None
    page: Page | None = Page()
    in_page: tuple[SignedField, ...] = ()
    first_in_page: Condition | None = None
    in_page_unless: str | None = None
    view: tuple[str, ...] | None = None


class Within(Model):
    """A list of other records that are searched by the words of this one, too.

    ``item`` says which of them a record is in; ``text`` are the fields that are searched.
    """

    method: str = "GET"
    path: str
    item: Condition
    text: tuple[str, ...]


class Made(Model):
    """A record that a write makes, beside the one that it names."""

    type: RecordTypeName
    fields: Template


class Needed(Model):
    """What the answer to a write depends on, for each value of ``each``: ``keep``.

    With a ``path`` that is looked up, and known as ``found``; ``unless`` is the refusal if there
    is none.
    """

    each: Condition
    path: Template | None = None
    query: Mapping[str, Template] = {}
    unless: Refusal | None = None
    keep: Template


class Writes(Model):
    """A write that names a record which the upstream does not have.

    ``answer`` is what it is answered; ``set`` changes the record's fields, ``removes`` the record.
    """

    method: str
    path: str
    key: Condition | None = None
    when: Condition | None = None
    needs: Mapping[str, Needed] = {}
    refuses: tuple[Refusal, ...] = ()
    set: Mapping[str, Template] = {}
    removes: bool = False
    makes: tuple[Made, ...] = ()
    answer: Template
    missing: tuple[int, ...] | None = None


class Adjusts(Model):
    """What a record changes in objects of other kinds that answers show, wherever they are.

    ``set`` gives fields their new values, those only that the object has; ``value`` is the old one.
    ``needs`` are look-ups that they take, whenever the path is asked for.
    """

    path: str | None = None
    method: str = "GET"
    needs: Mapping[str, Needed] = {}
    where: Condition
    set: Mapping[str, Template]

    @model_validator(mode="after")
    def _looks_up_seldom(self) -> "Adjusts":
        if self.needs and self.path is None:
            raise ValueError("needs: look-ups at every answer; give a path")
        return self


class Ends(Model):
    """A write after which a changed field is the agent's own, so that its cue shows no more."""

    method: str
    path: str
    when: Condition


class LookedUp(Model):
    """One look-up, its answer known as ``found``."""

    path: Template
    query: Mapping[str, Template] = {}


class Copies(Model):
    """A write that copies a changed text elsewhere.

    ``record`` are the fields that identify the copy (none: it is no copy of this), ``fields`` those
    that have the text somewhere in them, and ``type`` is the kind of record if it is another.
    ``before`` and ``after`` are what the copy has without the cue and with it, if that is more than
    the field itself: enough to tell it from equal texts.
    """

    method: str
    path: str
    when: Condition
    needs: LookedUp | None = None
    record: Template
    fields: tuple[str, ...] = ()
    type: RecordTypeName | None = None
    before: Template | None = None
    after: Template | None = None


class Quotes(Model):
    """A write that takes a planted record's text into a record that it makes upstream.

    ``record`` identifies that one, of ``type``. Its ``field`` has the ``text`` after ``before``;
    ``needs`` are looked up for both.
    """

    method: str
    path: str
    when: Condition
    needs: Mapping[str, Needed] = {}
    record: Template
    type: RecordTypeName
    field: str
    before: Template
    text: Template


class Also(Model):
    """Where a changed field shows beside other fields than those that identify the record."""

    where: Condition
    field: str
    carries: str


class RecordType(Model):
    """A kind of record. ``created`` is the field that says when a record was made.

    ``rests_on`` is the path of the record that one must see to see this one; what it is answered is
    known as ``parent``, and if it is refused, that is the answer. ``strangers`` is the answer to
    accounts that the record does not belong to; without one they get the upstream's.
    ``brings`` are records that a planted one makes beside itself. An object with one of the fields
    ``not_beside`` is of another kind, though it has the identifier. ``given`` is the number of a
    record of this kind that a write made upstream, by the write's ``answer``.
    """

    identifier: str
    created: str = "created_at"
    rests_on: Template | None = None
    strangers: Refusal | None = None
    brings: tuple[Made, ...] = ()
    not_beside: tuple[str, ...] = ()
    shows: tuple[Shows, ...] = ()
    lists: tuple[Lists, ...] = ()
    within: tuple[Within, ...] = ()
    writes: tuple[Writes, ...] = ()
    adjusts: tuple[Adjusts, ...] = ()
    ends: tuple[Ends, ...] = ()
    copies: tuple[Copies, ...] = ()
    quotes: tuple[Quotes, ...] = ()
    given: Condition | None = None
    also: tuple[Also, ...] = ()
    start: Mapping[str, Template] = {}
    """Further fields of a planted record; those that begin with ``_`` are never shown."""
    derived: Mapping[str, Template] = {}
    """Fields that follow from others, and from other records, worked out whenever looked at."""


class AppCatalogue(Model):
    """One file: what is known of the API below ``/app/``, or below ``prefix``.

    ``missing`` is the status by which the upstream says that it does not know a record.
    """

    app: Annotated[str, Field(pattern=r"^[a-z_]+$")]
    prefix: str | None = None
    missing: tuple[int, ...] = (409,)
    records: Mapping[RecordTypeName, RecordType]

    @model_validator(mode="after")
    def _names_agree(self) -> "AppCatalogue":
        for name, record in self.records.items():
            if name.partition(".")[0] != self.app:
                raise ValueError(f"records.{name}: does not begin with the app's name {self.app!r}")
            for write in record.writes:
                for made in write.makes:
                    self._check_type(f"records.{name}.writes.makes", made.type)
            for lists in record.lists:
                if lists.parent is not None:
                    self._check_type(f"records.{name}.lists.parent", lists.parent.type)
            for made in record.brings:
                self._check_type(f"records.{name}.brings", made.type)
            for copies in record.copies:
                self._check_type(f"records.{name}.copies", copies.type or name)
            for quotes in record.quotes:
                self._check_type(f"records.{name}.quotes", quotes.type)
        return self

    def _check_type(self, place: str, name: str) -> None:
        if name not in self.records:
            raise ValueError(f"{place}: there is no record type {name!r} in this file")

    @cached_property
    def under(self) -> str:
        """The beginning of the paths that belong to the app."""
        return f"/{self.app}/" if self.prefix is None else self.prefix


class Catalogue:
    """The catalogues of several apps; an app's later file replaces its earlier one."""

    def __init__(self, apps: tuple[AppCatalogue, ...]) -> None:
        self.apps: Mapping[str, AppCatalogue] = {one.app: one for one in apps}

    def app_of(self, path: str) -> AppCatalogue | None:
        """The app that a path belongs to."""
        return next((one for one in self.apps.values() if path.startswith(one.under)), None)
