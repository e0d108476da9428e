"""A client of paho-mqtt: python3 paho_peer.py PORT COMMAND ARGUMENT...

publish TOPIC   sends one message in each form that a foreign producer may use.
request TOPIC   asks, with a correlation of its own, and prints the correlation and the answer in hexadecimal digits.
set-headers TOPIC   sends one message with user properties.
get-headers TOPIC   prints "ready", then the user properties and the payload of one message.
answer TOPIC    prints "ready", answers one request with its payload reversed, and ends.
"""
import sys
import threading

import paho.mqtt.client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

SECONDS = 60


def connect(port, protocol=mqtt.MQTTv5):
    client = mqtt.Client(protocol=protocol)
    connected = threading.Event()
    client.on_connect = lambda *_: connected.set()
    client.connect("127.0.0.1", port)
    client.loop_start()
    assert connected.wait(SECONDS), "no connection"
    return client


def subscribe(client, topic):
    subscribed = threading.Event()
    client.on_subscribe = lambda *_: subscribed.set()
    client.subscribe(topic, qos=1)
    assert subscribed.wait(SECONDS), "no subscription"


def publish(port, topic):
    client = connect(port)
    for payload, arguments in [
        (b"plain", dict(qos=0)),
        (b"retained", dict(qos=1, retain=True)),
        (b"exactly once", dict(qos=2)),
        (b"", dict(qos=1)),
    ]:
        client.publish(topic, payload, **arguments).wait_for_publish(SECONDS)
    alias = Properties(PacketTypes.PUBLISH)
    alias.TopicAlias = 1
    client.publish(topic, b"alias named", qos=1, properties=alias).wait_for_publish(SECONDS)
    client.publish("", b"alias alone", qos=1, properties=alias).wait_for_publish(SECONDS)
    rich = Properties(PacketTypes.PUBLISH)
    rich.ContentType = "text/plain"
    rich.PayloadFormatIndicator = 1
    rich.MessageExpiryInterval = 60
    rich.UserProperty = [("a", "1"), ("a", "2")]
    client.publish(topic, b"properties", qos=1, properties=rich).wait_for_publish(SECONDS)
    old = connect(port, mqtt.MQTTv311)
    old.publish(topic, b"version 3.1.1", qos=1).wait_for_publish(SECONDS)


def request(port, topic):
    client = connect(port)
    answers = []
    answered = threading.Event()

    def on_message(_, __, message):
        answers.append(message)
        answered.set()

    client.on_message = on_message
    subscribe(client, topic + "/answers")
    properties = Properties(PacketTypes.PUBLISH)
    properties.ResponseTopic = topic + "/answers"
    properties.CorrelationData = b"a correlation that is not eight bytes long"
    client.publish(topic, b"question", qos=1, properties=properties)
    assert answered.wait(SECONDS), "no answer"
    print(answers[0].properties.CorrelationData.hex())
    print(answers[0].payload.hex())


def answer(port, topic):
    client = connect(port)
    done = threading.Event()
    answers = []

    def on_message(_, __, message):
        properties = Properties(PacketTypes.PUBLISH)
        properties.CorrelationData = message.properties.CorrelationData
        # The first byte says that the handler succeeded.
        answers.append(client.publish(message.properties.ResponseTopic, b"\0" + message.payload[::-1], qos=1, properties=properties))
        done.set()

    client.on_message = on_message
    subscribe(client, topic)
    print("ready", flush=True)
    assert done.wait(SECONDS), "no request"
    # Its own thread sends it, and would not if the client left first.
    answers[0].wait_for_publish(SECONDS)
    client.disconnect()


def set_headers(port, topic):
    client = connect(port)
    properties = Properties(PacketTypes.PUBLISH)
    properties.UserProperty = [("genie-id", "id-7"), ("genie-key", "customer-4"), ("kind", "früchte: \\ 50%"),
                               ("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")]
    client.publish(topic, b"from afar", qos=1, properties=properties).wait_for_publish(SECONDS)


def get_headers(port, topic):
    client = connect(port)
    received = threading.Event()
    messages = []

    def on_message(_, __, message):
        messages.append(message)
        received.set()

    client.on_message = on_message
    subscribe(client, topic)
    print("ready", flush=True)
    assert received.wait(SECONDS), "no message"
    for name, value in messages[0].properties.UserProperty:
        print(f"{name}={value}")
    print("body", messages[0].payload.hex())


{"set-headers": set_headers, "get-headers": get_headers, "publish": publish, "request": request, "answer": answer}[sys.argv[2]](int(sys.argv[1]), sys.argv[3])
