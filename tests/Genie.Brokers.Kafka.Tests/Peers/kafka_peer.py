"""A client of kafka-python: python3 kafka_peer.py PORT COMMAND TOPIC

set-headers TOPIC    sends one record with a key and headers.
get-headers TOPIC    prints "ready", then the key as genie-key, the headers and the body of one record.
request TOPIC        asks, and prints the answer.
"""
import sys
import uuid

from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import KafkaAdminClient, NewTopic

SECONDS = 60
TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def send(port, topic, body, key=None, headers=()):
    producer = KafkaProducer(bootstrap_servers=f"127.0.0.1:{port}")
    producer.send(topic, body, key=key, headers=list(headers)).get(SECONDS)
    producer.close()


def follow(port, topic):
    """A consumer that gets what is sent from now on."""
    consumer = KafkaConsumer(bootstrap_servers=f"127.0.0.1:{port}", consumer_timeout_ms=SECONDS * 1000)
    partitions = [TopicPartition(topic, number) for number in consumer.partitions_for_topic(topic)]
    consumer.assign(partitions)
    consumer.seek_to_end()
    for partition in partitions:
        consumer.position(partition)
    return consumer


def set_headers(port, topic):
    headers = {"genie-id": "id-7", "kind": "früchte: \\ 50%", "traceparent": TRACE}
    send(port, topic, b"from afar", b"customer-4", [(name, value.encode()) for name, value in headers.items()] + [("binary", b"\xff\xfe")])


def get_headers(port, topic):
    consumer = follow(port, topic)
    print("ready", flush=True)
    record = next(consumer)
    print(f"genie-key={record.key.decode()}")
    for name, value in record.headers:
        print(f"{name}={value.decode()}")
    print("body", record.value.hex())


def request(port, topic):
    answers = f"answers-{uuid.uuid4().hex}"
    KafkaAdminClient(bootstrap_servers=f"127.0.0.1:{port}").create_topics([NewTopic(answers, 1, 1)])
    consumer = follow(port, answers)
    correlation = b"8letters"
    send(port, topic, b"question", headers=[("genie", correlation + answers.encode())])
    record = next(consumer)
    assert dict(record.headers)["genie"] == correlation
    print("body", record.value.hex())


commands = {"set-headers": set_headers, "get-headers": get_headers, "request": request}
commands[sys.argv[2]](int(sys.argv[1]), sys.argv[3])
