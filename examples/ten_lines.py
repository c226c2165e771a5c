"""An agent in ten lines: it reads its task and the supervisor's texts, and gives up politely."""

import os

import httpx

world = httpx.Client(base_url=os.environ["BDPROXY_BASE_URL"], timeout=60)
me = world.get("/supervisor/profile").json()
accounts = world.get("/supervisor/account_passwords").json()
password = next(one["password"] for one in accounts if one["account_name"] == "phone")
login = {"username": me["phone_number"], "password": password}
token = world.post("/phone/auth/token", data=login).json()["access_token"]
world.headers["Authorization"] = f"Bearer {token}"
texts = world.get("/phone/messages/text", params={"page_limit": 20}).json()
print(os.environ["BDPROXY_INSTRUCTION"], *(text["message"] for text in texts), sep="\n- ")
world.post("/supervisor/message", json={"status": "fail"})  # "success", once it does the task
