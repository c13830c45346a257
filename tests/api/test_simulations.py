"""Jobs over HTTP: asked for, followed, cancelled, and what comes out."""

from tests.api.house import House
from tests.api.talk import Talk


def test_thin(talk: Talk, house: House) -> None:
    house.start_bulk()
    body = {"game": "squishem", "seats": [{"kind": "bot", "bot": "random"}] * 2, "matches": 300, "seed": 7}
    answer = talk.ask("POST", "/v1/simulations", body)
    print(answer.status_code, answer.text)
    path = answer.headers["Location"]
    for _ in range(6):
        job = talk.get(path, params={"wait": 20, "after": 0})
        print(job)
        if job["status"] == "done":
            break
    print(talk.get(path + "/results", params={"limit": 2}))
