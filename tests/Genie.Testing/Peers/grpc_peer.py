"""Calls gRPC methods with bytes as messages: one JSON object a line in, one out, until the input ends."""
import base64
import json
import queue
import sys

import grpc

OPTIONS = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1), ("grpc.enable_http_proxy", 0)]


def read_file(path):
    with open(path, "rb") as file:
        return file.read()


def open_channel(job):
    tls = job.get("tls")
    if not tls:
        return grpc.insecure_channel(job["target"], options=OPTIONS)
    key = read_file(tls["key"]) if tls.get("key") else None
    chain = read_file(tls["certificate"]) if tls.get("certificate") else None
    credentials = grpc.ssl_channel_credentials(read_file(tls["ca"]), key, chain)
    return grpc.secure_channel(job["target"], credentials, options=OPTIONS)


def encode(value):
    return base64.b64encode(value if isinstance(value, bytes) else value.encode()).decode()


def pairs(metadata):
    return [[key, encode(value)] for key, value in metadata or ()]


def one_by_one(requests, answered):
    """Sends the next request only after the answer to the one before."""
    for request in requests:
        yield request
        answered.get()


def call(channel, job):
    kind = job["kind"]
    requests = [base64.b64decode(each) for each in job["requests"]]
    answered = queue.Queue()
    options = {"timeout": job.get("timeout"), "metadata": [(k, base64.b64decode(v) if k.endswith("-bin") else v) for k, v in job.get("metadata") or ()]}
    if job.get("gzip"):
        options["compression"] = grpc.Compression.Gzip
    method = getattr(channel, kind)(job["path"])
    argument = requests[0] if kind.startswith("unary") else one_by_one(requests, answered) if job.get("lockstep") else iter(requests)
    messages = []
    if kind.endswith("unary"):
        running = method.future(argument, **options)
        try:
            messages.append(running.result())
        except (grpc.RpcError, grpc.FutureCancelledError):
            pass
    else:
        running = method(argument, **options)
        try:
            for message in running:
                messages.append(message)
                answered.put(None)
                if len(messages) == job.get("cancelAfter"):
                    running.cancel()
        except grpc.RpcError:
            pass
        answered.put(None)
    return {
        "code": running.code().name,
        "details": running.details(),
        "messages": [encode(each) for each in messages],
        "initial": pairs(running.initial_metadata()),
        "trailing": pairs(running.trailing_metadata()),
    }


for line in sys.stdin:
    job = json.loads(line)
    with open_channel(job) as channel:
        print(json.dumps(call(channel, job)), flush=True)
