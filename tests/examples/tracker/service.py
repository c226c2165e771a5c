"""A small API of tickets and remarks, as a team might run it: FastAPI, bearer tokens, pages."""

import base64
import json
from typing import Annotated

from fastapi import Body, FastAPI, Header, HTTPException, Query

TICKETS = [
    {
        "ticket_id": number,
        "title": f"Ticket {number}",
        "text": f"What is wrong with part {number}.",
        "priority": 1 + number % 3,
        "opened_at": f"2024-03-{number:02d}T09:00:00",
        "remark_count": 2 if number == 3 else 0,
    }
    for number in range(1, 13)
]
REMARKS = [
    {"remark_id": 1, "ticket_id": 3, "author": "mia", "text": "Seen it too."},
    {"remark_id": 2, "ticket_id": 3, "author": "leo", "text": "Looking into it."},
]


def token(user: str) -> str:
    """An unsigned token of this service's, its subject as in any JSON Web Token."""
    parts = ({"alg": "none"}, {"sub": f"tracker+{user}"})
    coded = [base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=") for part in parts]
    return b".".join([*coded, b"x"]).decode()


def a_service() -> FastAPI:
    """The service with its own copy of the data."""
    tickets = [dict(ticket) for ticket in TICKETS]
    remarks = [dict(remark) for remark in REMARKS]
    service = FastAPI()

    def signed_in(authorization: str) -> None:
        if not authorization.startswith("Bearer "):
            raise HTTPException(401, "who are you?")

    def the(ticket_id: int) -> dict[str, object]:
        found = [ticket for ticket in tickets if ticket["ticket_id"] == ticket_id]
        if not found:
            raise HTTPException(404, f"there is no ticket {ticket_id}")
        return found[0]

    @service.get("/tracker/tickets")
    def list_tickets(
        authorization: Annotated[str, Header()] = "",
        priority: int | None = None,
        order: str = "-opened_at",
        page: Annotated[int, Query(ge=1)] = 1,
        size: Annotated[int, Query(ge=1, le=10)] = 4,
    ) -> dict[str, object]:
        signed_in(authorization)
        chosen = [one for one in tickets if priority in (None, one["priority"])]
        chosen.sort(key=lambda one: one[order[1:]], reverse=order.startswith("-"))
        return {"total": len(chosen), "tickets": chosen[(page - 1) * size : page * size]}

    @service.get("/tracker/tickets/{ticket_id}")
    def show_ticket(ticket_id: int, authorization: Annotated[str, Header()] = "") -> object:
        signed_in(authorization)
        return the(ticket_id)

    @service.patch("/tracker/tickets/{ticket_id}")
    def change_ticket(
        ticket_id: int,
        text: Annotated[str, Body(embed=True)],
        authorization: Annotated[str, Header()] = "",
    ) -> object:
        signed_in(authorization)
        the(ticket_id)["text"] = text
        return {"changed": ticket_id}

    @service.delete("/tracker/tickets/{ticket_id}")
    def close_ticket(ticket_id: int, authorization: Annotated[str, Header()] = "") -> object:
        signed_in(authorization)
        tickets.remove(the(ticket_id))
        return {"closed": ticket_id}

    @service.get("/tracker/tickets/{ticket_id}/remarks")
    def list_remarks(ticket_id: int, authorization: Annotated[str, Header()] = "") -> object:
        signed_in(authorization)
        the(ticket_id)
        return [remark for remark in remarks if remark["ticket_id"] == ticket_id]

    return service
