"""A client of stomp.py: python3 stomp_peer.py PORT COMMAND DESTINATION [ARGUMENT]

publish DESTINATION            sends one message in each form that a foreign producer may use.
receive DESTINATION COUNT      takes and acknowledges messages, and prints their bodies in hexadecimal digits.
request DESTINATION ANSWERS    asks, with a correlation of its own, and prints the correlation and the answer.
set-headers DESTINATION        sends one message with headers.
get-headers DESTINATION        prints "ready", then the headers and the body of one message.
answer DESTINATION             answers one request with its body reversed, and ends.
answer-as-text DESTINATION     the same, as text without content-length and without the byte that says how it went.
"""
import queue
import sys

import stomp

SECONDS = 60

# Artemis makes a queue of a destination only where it is told so; classic passes the header on.
QUEUE = {"destination-type": "ANYCAST"}
CONSUMER = {"subscription-type": "ANYCAST"}


class Client(stomp.ConnectionListener):
    def __init__(self, port, version=stomp.Connection12, length=True):
        self.messages = queue.Queue()
        self.receipts = queue.Queue()
        self.connection = version([("127.0.0.1", port)], auto_decode=False, auto_content_length=length)
        self.connection.set_listener("", self)
        self.connection.connect(wait=True)

    def on_message(self, frame):
        self.messages.put(frame)

    def on_error(self, frame):
        # Whoever waits sees it instead of what it waits for.
        self.messages.put(frame)
        self.receipts.put(f"{frame.headers} {frame.body}")

    def on_receipt(self, frame):
        self.receipts.put(frame.headers["receipt-id"])

    def done(self, receipt):
        said = self.receipts.get(timeout=SECONDS)
        assert said == receipt, said

    def send(self, destination, body, **headers):
        self.connection.send(destination, body, receipt="sent", **QUEUE, **headers)
        self.done("sent")

    def subscribe(self, destination):
        self.connection.subscribe(destination, "1", ack="client-individual", headers={**CONSUMER, "receipt": "subscribed"})
        self.done("subscribed")

    def take(self):
        frame = self.messages.get(timeout=SECONDS)
        assert frame.cmd == "MESSAGE", f"{frame.headers} {frame.body}"
        self.connection.ack(frame.headers["ack"])
        return frame

    def close(self):
        # Its receipt comes after the server has worked through the acknowledgements.
        self.connection.disconnect(receipt="left")
        self.done("left")


def publish(port, destination):
    text, binary = Client(port, length=False), Client(port)
    text.send(destination, "no length")
    text.send(destination, "Länge, ohne")
    binary.send(destination, b"with\0length")
    binary.send(destination, b"")
    text.send(destination, "headers", **{"content-type": "text/plain;charset=utf-8", "odd": "a:b\\c\nd", "correlation-id": "of no request"})
    text.send(destination, "persistent, of the highest priority", persistent="true", priority="9")
    transaction = text.connection.begin()
    text.send(destination, "in a transaction", transaction=transaction)
    # What follows on other connections must not overtake it.
    text.connection.commit(transaction, receipt="committed")
    text.done("committed")
    for version, name in (stomp.Connection11, "version 1.1"), (stomp.Connection10, "version 1.0"):
        old = Client(port, version, length=False)
        old.send(destination, name)
    text.send(destination, "x" * 200_000)


def receive(port, destination, count):
    client = Client(port)
    client.subscribe(destination)
    for _ in range(int(count)):
        print("body", client.take().body.hex())
    client.close()


def request(port, destination, answers):
    client = Client(port, length=False)
    client.subscribe(answers)
    client.send(destination, "question", **{"correlation-id": "a:b\\c", "reply-to": answers})
    answer = client.take()
    print("correlation", answer.headers["correlation-id"])
    print("body", answer.body.hex())
    client.close()


def answer(port, destination, status=b"\0"):
    client = Client(port, length=bool(status))
    client.subscribe(destination)
    question = client.take()
    # Artemis says so what kind of address it is.
    kind, _, address = question.headers["reply-to"].rpartition("://")
    way = {"": {}, "topic": {"destination-type": "MULTICAST"}, "temp-queue": QUEUE}[kind]
    # The first byte says that the handler succeeded.
    client.connection.send(
        address, status + question.body[::-1], headers={"correlation-id": question.headers["correlation-id"], **way})
    client.close()


def answer_as_text(port, destination):
    answer(port, destination, status=b"")


def set_headers(port, destination):
    Client(port, length=False).send(destination, "from afar", **{
        "genie-id": "id-7", "genie-key": "customer-4", "kind": "früchte: \\ 50%",
        "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"})


def get_headers(port, destination):
    client = Client(port)
    client.subscribe(destination)
    print("ready", flush=True)
    frame = client.take()
    for name, value in frame.headers.items():
        print(f"{name}={value}")
    print("body", frame.body.hex())
    client.close()


commands = {"set-headers": set_headers, "get-headers": get_headers, "publish": publish, "receive": receive, "request": request, "answer": answer, "answer-as-text": answer_as_text}
commands[sys.argv[2]](int(sys.argv[1]), *sys.argv[3:])
