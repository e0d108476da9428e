"""A client of pika: python3 pika_peer.py PORT COMMAND QUEUE

publish QUEUE        sends one message in each form that a foreign producer may use.
set-headers QUEUE    sends one message with headers.
get-headers QUEUE    prints "ready", then the headers and the body of one message.
request QUEUE        asks, with a correlation of its own, and prints the correlation and the answer.
answer QUEUE         answers one request with its body reversed.
"""
import sys

import pika

SECONDS = 60


def connect(port):
    connection = pika.BlockingConnection(pika.ConnectionParameters("127.0.0.1", port, blocked_connection_timeout=SECONDS))
    channel = connection.channel()
    channel.confirm_delivery()
    return channel


def send(channel, queue, body, **properties):
    channel.basic_publish("", queue, body, pika.BasicProperties(**properties), mandatory=True)


def take(channel, queue):
    for method, properties, body in channel.consume(queue, inactivity_timeout=SECONDS):
        assert method, "no message"
        channel.basic_ack(method.delivery_tag)
        channel.cancel()
        return properties, body


def publish(port, queue):
    channel = connect(port)
    send(channel, queue, b"plain")
    send(channel, queue, b"")
    send(channel, queue, b"persistent", delivery_mode=2, priority=9, message_id="of theirs", content_type="text/plain", expiration="60000")
    send(channel, queue, b"headers", headers={"text": "a", "number": 7, "truth": True, "list": [1, 2], "table": {"a": 1}, "nothing": None})
    send(channel, queue, b"correlation of no request", correlation_id="x")


def set_headers(port, queue):
    send(connect(port), queue, b"from afar", headers={
        "genie-id": "id-7", "genie-key": "customer-4", "kind": "früchte: \\ 50%", "number": 7, "list": [1],
        "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"})


def get_headers(port, queue):
    channel = connect(port)
    channel.queue_declare(queue, durable=True)
    print("ready", flush=True)
    properties, body = take(channel, queue)
    for name, value in properties.headers.items():
        print(f"{name}={value}")
    print("body", body.hex())


def request(port, queue):
    channel = connect(port)
    answers = channel.queue_declare("", exclusive=True).method.queue
    send(channel, queue, b"question", reply_to=answers, correlation_id="a correlation of theirs")
    properties, body = take(channel, answers)
    print("correlation", properties.correlation_id)
    print("body", body.hex())


def answer(port, queue):
    channel = connect(port)
    channel.queue_declare(queue, durable=True)
    print("ready", flush=True)
    properties, body = take(channel, queue)
    # The first byte says that the handler succeeded.
    channel.basic_publish("", properties.reply_to, b"\0" + body[::-1], pika.BasicProperties(correlation_id=properties.correlation_id))


commands = {"publish": publish, "set-headers": set_headers, "get-headers": get_headers, "request": request, "answer": answer}
commands[sys.argv[2]](int(sys.argv[1]), sys.argv[3])
