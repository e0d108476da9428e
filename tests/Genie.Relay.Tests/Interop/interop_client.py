"""Interop test cases on gRPC's C core: interop_client.py TARGET DESCRIPTION CASE. It fails with what went wrong."""
import queue
import sys

import grpc
import interop_messages

OPTIONS = [("grpc.enable_http_proxy", 0)]
SIZES = [(31415, 27182), (9, 8), (2653, 1828), (58979, 45904)]
METADATA = [("x-grpc-test-echo-initial", "test_initial_metadata_value"), ("x-grpc-test-echo-trailing-bin", b"\xab\xab\xab")]
WHITESPACE = "\t\ntest with whitespace\r\nand Unicode BMP \u263a and non-BMP \U0001f608\t\n"
target, description, case = sys.argv[1:]
messages = interop_messages.Messages(description)
channel = grpc.insecure_channel(target, options=OPTIONS)


def stub(kind, name, answer, service=interop_messages.SERVICE):
    return getattr(channel, kind)(f"/{service}/{name}", request_serializer=lambda request: request.SerializeToString(), response_deserializer=answer.FromString)


unary = stub("unary_unary", "UnaryCall", messages.SimpleResponse)
output = stub("unary_stream", "StreamingOutputCall", messages.StreamingOutputCallResponse)
upload = stub("stream_unary", "StreamingInputCall", messages.StreamingInputCallResponse)
duplex = stub("stream_stream", "FullDuplexCall", messages.StreamingOutputCallResponse)


def check(wanted, seen):
    if wanted != seen:
        sys.exit(f"{case}: expected {wanted!r}, saw {seen!r}")


def payload(size):
    return messages.Payload(body=bytes(size))


def large(**more):
    return messages.SimpleRequest(response_size=314159, payload=payload(271828), **more)


def wanted(size, sent, **more):
    return messages.StreamingOutputCallRequest(response_parameters=[messages.ResponseParameters(size=size)], payload=payload(sent), **more)


def unary_status(call):
    """How a call with one answer ends."""
    call.exception()
    return call.code(), call.details()


def stream_status(call):
    """How a call with a stream of answers ends."""
    try:
        list(call)
    except grpc.RpcError:
        pass
    return call.code(), call.details()


def empty_unary():
    empty = stub("unary_unary", "EmptyCall", messages.Empty)
    check(messages.Empty(), empty(messages.Empty()))


def large_unary():
    check(bytes(314159), unary(large()).payload.body)


def client_compressed_unary():
    compressed, plain = large(expect_compressed=messages.BoolValue(value=True)), large(expect_compressed=messages.BoolValue(value=False))
    check(grpc.StatusCode.INVALID_ARGUMENT, unary_status(unary.future(compressed))[0])
    check(314159, len(unary(compressed, compression=grpc.Compression.Gzip).payload.body))
    check(314159, len(unary(plain).payload.body))


def server_compressed_unary():
    for value in (True, False):
        check(bytes(314159), unary(large(response_compressed=messages.BoolValue(value=value))).payload.body)


def client_streaming():
    requests = (messages.StreamingInputCallRequest(payload=payload(size)) for size in (27182, 8, 1828, 45904))
    check(74922, upload(requests).aggregated_payload_size)


def server_streaming():
    request = messages.StreamingOutputCallRequest(response_parameters=[messages.ResponseParameters(size=size) for size, _ in SIZES])
    check([size for size, _ in SIZES], [len(answer.payload.body) for answer in output(request)])


def server_compressed_streaming():
    parameters = [messages.ResponseParameters(size=size, compressed=messages.BoolValue(value=value)) for size, value in ((31415, True), (92653, False))]
    answers = output(messages.StreamingOutputCallRequest(response_parameters=parameters))
    check([31415, 92653], [len(answer.payload.body) for answer in answers])


def ping_pong():
    requests = queue.Queue()
    call = duplex(iter(requests.get, None))
    for size, sent in SIZES:
        requests.put(wanted(size, sent))
        check(size, len(next(call).payload.body))
    requests.put(None)
    check([], list(call))
    check(grpc.StatusCode.OK, call.code())


def empty_stream():
    call = duplex(iter([]))
    check([], list(call))
    check(grpc.StatusCode.OK, call.code())


def custom_metadata():
    single = unary.with_call(large(), metadata=METADATA)[1]
    streamed = duplex(iter([wanted(314159, 271828)]), metadata=METADATA)
    check([314159], [len(answer.payload.body) for answer in streamed])
    for call in (single, streamed):
        check(METADATA[0][1], dict(call.initial_metadata()).get(METADATA[0][0]))
        check(METADATA[1][1], dict(call.trailing_metadata()).get(METADATA[1][0]))


def check_status(message):
    status = messages.EchoStatus(code=2, message=message)
    check((grpc.StatusCode.UNKNOWN, message), unary_status(unary.future(messages.SimpleRequest(response_status=status))))
    check((grpc.StatusCode.UNKNOWN, message), stream_status(duplex(iter([messages.StreamingOutputCallRequest(response_status=status)]))))


def status_code_and_message():
    check_status("test status message")


def special_status_message():
    status = messages.EchoStatus(code=2, message=WHITESPACE)
    check((grpc.StatusCode.UNKNOWN, WHITESPACE), unary_status(unary.future(messages.SimpleRequest(response_status=status))))


def unimplemented_method():
    check(grpc.StatusCode.UNIMPLEMENTED, unary_status(stub("unary_unary", "UnimplementedCall", messages.Empty).future(messages.Empty()))[0])


def unimplemented_service():
    call = stub("unary_unary", "UnimplementedCall", messages.Empty, "grpc.testing.UnimplementedService").future(messages.Empty())
    check(grpc.StatusCode.UNIMPLEMENTED, unary_status(call)[0])


def cancel_after_begin():
    requests = queue.Queue()
    call = upload.future(iter(requests.get, None))
    call.cancel()
    requests.put(None)
    check(True, call.cancelled())
    check(grpc.StatusCode.CANCELLED, call.code())


def cancel_after_first_response():
    requests = queue.Queue()
    call = duplex(iter(requests.get, None))
    requests.put(wanted(31415, 27182))
    check(31415, len(next(call).payload.body))
    call.cancel()
    requests.put(None)
    check(grpc.StatusCode.CANCELLED, stream_status(call)[0])


def timeout_on_sleeping_server():
    requests = queue.Queue()
    requests.put(messages.StreamingOutputCallRequest(payload=payload(27182)))
    check(grpc.StatusCode.DEADLINE_EXCEEDED, stream_status(duplex(iter(requests.get, None), timeout=0.001))[0])
    requests.put(None)


with channel:
    globals()[case]()
