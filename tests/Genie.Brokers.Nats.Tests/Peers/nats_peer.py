"""NATS' text protocol by hand, as nats-py speaks it: python3 nats_peer.py PORT COMMAND SUBJECT

publish SUBJECT          sends one message in each form that a foreign publisher may use.
receive SUBJECT          prints "ready", then the payloads of three messages in hexadecimal digits.
request SUBJECT          asks, and prints the answer's headers and payload.
answer SUBJECT           answers one request with its payload reversed, with headers.
no-responders SUBJECT    answers one request as the server does where nobody listens.
set-headers SUBJECT      sends one message with headers.
get-headers SUBJECT      prints "ready", then the headers and the payload of one message.
service-error SUBJECT    answers one request as services of NATS' own framework say that they failed.
"""
import json
import socket
import sys

SECONDS = 60


class Client:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), SECONDS)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")
        self.early = []
        self.info = json.loads(self.file.readline()[len(b"INFO "):])
        options = {"verbose": False, "pedantic": True, "lang": "python3", "version": "2.9.0", "protocol": 1, "headers": True, "no_responders": True, "echo": False}
        self.write(b"CONNECT " + json.dumps(options).encode() + b"\r\n")
        self.flush()

    def write(self, data):
        self.socket.sendall(data)

    def flush(self):
        self.write(b"PING\r\n")
        while (line := self.line()) != b"PONG":
            # Whoever asks again and again is heard as soon as the server knows of the subscription.
            if line.startswith((b"MSG ", b"HMSG ")):
                self.early.append(self.rest(line))
            else:
                assert line in (b"+OK", b"PING"), line

    def line(self):
        line = self.file.readline()
        assert line.endswith(b"\r\n"), line
        if line == b"PING\r\n":
            self.write(b"PONG\r\n")
        return line[:-2]

    def publish(self, subject, payload, headers=None, reply="", name=b""):
        if headers is None:
            self.write(b"%s %s %d\r\n%s\r\n" % (name or b"PUB", f"{subject} {reply}".encode(), len(payload), payload))
        else:
            self.write(b"%s %s %d %d\r\n%s%s\r\n" % (name or b"HPUB", f"{subject} {reply}".encode(), len(headers), len(headers) + len(payload), headers, payload))

    def subscribe(self, subject, messages_max=0):
        limit = b"UNSUB 7 %d\r\n" % messages_max if messages_max else b""
        self.write(b"SUB %s 7\r\n%s" % (subject.encode(), limit))
        self.flush()

    def message(self):
        """Subject, reply subject, headers, payload."""
        if self.early:
            return self.early.pop(0)
        while not (line := self.line()).startswith((b"MSG ", b"HMSG ")):
            assert line.split(b" ")[0] in (b"PING", b"+OK", b"INFO"), line
        return self.rest(line)

    def rest(self, line):
        """What belongs to the first line of a message."""
        operation, *words = line.split(b" ")
        total = int(words[-1])
        head = int(words[-2]) if operation == b"HMSG" else 0
        reply = words[2] if len(words) == (5 if operation == b"HMSG" else 4) else b""
        data = self.file.read(total + 2)
        assert data.endswith(b"\r\n"), data
        return words[0].decode(), reply.decode(), data[:head], data[head:-2]


def publish(port, subject):
    client = Client(port)
    client.publish(subject, b"plain")
    client.publish(subject, b"")
    client.publish(subject, b"reply wanted by nobody", reply="nobody.listens")
    trace = b"traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\n"
    client.publish(subject, b"headers", b"NATS/1.0\r\n" + trace + b"a: 1\r\na: 2\r\nEmpty:\r\nNo-Space:x\r\n\r\n")
    client.publish(subject, b"", b"NATS/1.0\r\nonly: headers\r\n\r\n")
    client.publish(subject, b"status", b"NATS/1.0 503 of no request of ours\r\n\r\n")
    client.publish(subject, b"lower case", name=b"pub")
    client.publish(subject, b"line\r\nends\r\n")
    whole = b"HPUB %s 16 22\r\nNATS/1.0\r\nb:\r\n\r\npieces\r\n" % subject.encode()
    for piece in range(0, len(whole), 3):
        client.write(whole[piece:piece + 3])
    headers = b"NATS/1.0\r\nlong: " + b"h" * 30_000 + b"\r\n\r\n"
    client.publish(subject, b"x" * (client.info["max_payload"] - len(headers)), headers)
    client.flush()


def receive(port, subject):
    client = Client(port)
    client.subscribe(subject)
    print("ready", flush=True)
    for _ in range(3):
        print("payload", client.message()[3].hex())


def request(port, subject):
    client = Client(port)
    client.subscribe("_INBOX.hand.*")
    client.publish(subject, b"question", b"NATS/1.0\r\nNats-Msg-Id: 1\r\n\r\n", "_INBOX.hand.1")
    _, _, headers, payload = client.message()
    print("headers", headers.decode().strip().replace("\r\n", "|"))
    print("payload", payload.hex())


def answer_with(port, subject, make):
    client = Client(port)
    # A second request is not for this program, which would take it along to its end.
    client.subscribe(subject, messages_max=1)
    _, reply, _, question = client.message()
    headers, payload = make(question)
    client.publish(reply, payload, headers)
    client.flush()


def answer(port, subject):
    # The first byte says that the handler succeeded.
    answer_with(port, subject, lambda question: (b"NATS/1.0\r\nserver: by hand\r\n\r\n", b"\0" + question[::-1]))


def no_responders(port, subject):
    answer_with(port, subject, lambda _: (b"NATS/1.0 503\r\n\r\n", b""))


def service_error(port, subject):
    answer_with(port, subject, lambda _: (b"NATS/1.0\r\nNats-Service-Error: no stock left\r\nNats-Service-Error-Code: 409\r\n\r\n", b""))


def set_headers(port, subject):
    headers = {"Nats-Msg-Id": "id-7", "genie-key": "customer-4", "kind": "früchte: \\ 50%",
               "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}
    block = "NATS/1.0\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n"
    client = Client(port)
    client.publish(subject, b"from afar", block.encode())
    client.flush()


def get_headers(port, subject):
    client = Client(port)
    client.subscribe(subject)
    print("ready", flush=True)
    _, _, headers, payload = client.message()
    for line in headers.decode().split("\r\n")[1:]:
        if line:
            print("=".join(line.split(": ", 1)))
    print("body", payload.hex())


commands = {
    "set-headers": set_headers, "get-headers": get_headers, "publish": publish, "receive": receive, "request": request, "answer": answer, "no-responders": no_responders, "service-error": service_error}
commands[sys.argv[2]](int(sys.argv[1]), sys.argv[3])
