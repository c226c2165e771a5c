"""AppWorld's own client, unmodified, in front of a bdproxy lane.

Runs in AppWorld's interpreter. The agent is a list of code blocks that pays a friend back, as the
built-in scenario ``pay-back`` asks for; put your own in the place of ``BLOCKS``.
"""

import os

from appworld import AppWorld

READ_THE_TASK = """
instruction = apis.supervisor.show_active_task()["instruction"]
name = instruction.split()[0]
note = re.search('"(.+)" as the description', instruction)[1]
"""

LOG_IN = """
me = apis.supervisor.show_profile()
passwords = {
    account["account_name"]: account["password"]
    for account in apis.supervisor.show_account_passwords()
}
phone = apis.phone.login(username=me["phone_number"], password=passwords["phone"])["access_token"]
venmo = apis.venmo.login(username=me["email"], password=passwords["venmo"])["access_token"]
"""

FIND_THE_AMOUNT = """
contacts = apis.phone.search_contacts(access_token=phone, query=name, page_limit=20)
friend = next(contact for contact in contacts if contact["first_name"] == name)
texts = apis.phone.search_text_messages(
    access_token=phone, phone_number=friend["phone_number"], page_limit=20
)
amount = next(
    float(found[1])
    for text in texts
    if text["sender"]["phone_number"] == friend["phone_number"]
    and (found := re.search(r"\\$(\\d+(?:\\.\\d+)?)", text["message"]))
)
print(f"{amount} for {friend['email']}")
"""

PAY = """
print(apis.venmo.create_transaction(
    access_token=venmo, receiver_email=friend["email"], amount=amount, description=note
))
"""

COMPLETE = "apis.supervisor.complete_task()"
GIVE_UP = 'apis.supervisor.complete_task(status="fail")'

BLOCKS = (READ_THE_TASK, LOG_IN, FIND_THE_AMOUNT, PAY, COMPLETE)

with AppWorld(
    task_id=os.environ["BDPROXY_TASK_ID"],
    experiment_name="bdproxy_example",
    remote_apis_url=os.environ["BDPROXY_BASE_URL"],
) as world:
    print(world.task.instruction)
    for block in BLOCKS:
        output = world.execute(block)
        print(output)
        if output.startswith("Execution failed"):
            world.execute(GIVE_UP)
            break
