"""gRPC's interop test service on its C core: interop_server.py ADDRESS DESCRIPTION THREADS."""
import signal
import sys
import time
from concurrent import futures

import grpc
import interop_messages

INITIAL, TRAILING = "x-grpc-test-echo-initial", "x-grpc-test-echo-trailing-bin"
address, description, threads = sys.argv[1:]
messages = interop_messages.Messages(description)


def payload(size):
    return messages.Payload(body=bytes(size))


def echo_metadata(context):
    metadata = dict(context.invocation_metadata())
    if TRAILING in metadata:
        context.set_trailing_metadata([(TRAILING, metadata[TRAILING])])
    if INITIAL in metadata:
        context.send_initial_metadata([(INITIAL, metadata[INITIAL])])


def echo_status(request, context):
    if request.response_status.code:
        code = next(each for each in grpc.StatusCode if each.value[0] == request.response_status.code)
        context.abort(code, request.response_status.message)


def unary_call(request, context):
    context.set_compression(grpc.Compression.Gzip)
    echo_metadata(context)
    echo_status(request, context)
    if not request.response_compressed.value:
        context.disable_next_message_compression()
    return messages.SimpleResponse(payload=payload(request.response_size))


def answers(request, context):
    echo_status(request, context)
    for wanted in request.response_parameters:
        time.sleep(wanted.interval_us / 1e6)
        if not wanted.compressed.value:
            context.disable_next_message_compression()
        yield messages.StreamingOutputCallResponse(payload=payload(wanted.size))


def streaming_output_call(request, context):
    context.set_compression(grpc.Compression.Gzip)
    echo_metadata(context)
    yield from answers(request, context)


def streaming_input_call(requests, context):
    return messages.StreamingInputCallResponse(aggregated_payload_size=sum(len(each.payload.body) for each in requests))


def full_duplex_call(requests, context):
    context.set_compression(grpc.Compression.Gzip)
    echo_metadata(context)
    for request in requests:
        yield from answers(request, context)


def handler(make, method, request):
    return make(method, request_deserializer=request.FromString, response_serializer=lambda answer: answer.SerializeToString())


METHODS = {
    "EmptyCall": handler(grpc.unary_unary_rpc_method_handler, lambda request, context: request, messages.Empty),
    "UnaryCall": handler(grpc.unary_unary_rpc_method_handler, unary_call, messages.SimpleRequest),
    "StreamingOutputCall": handler(grpc.unary_stream_rpc_method_handler, streaming_output_call, messages.StreamingOutputCallRequest),
    "StreamingInputCall": handler(grpc.stream_unary_rpc_method_handler, streaming_input_call, messages.StreamingInputCallRequest),
    "FullDuplexCall": handler(grpc.stream_stream_rpc_method_handler, full_duplex_call, messages.StreamingOutputCallRequest),
}
CHECK = grpc.unary_unary_rpc_method_handler(lambda request, context: b"\x08\x01")

# Waited for by the main thread alone, as in trial_worker.py.
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
server = grpc.server(futures.ThreadPoolExecutor(int(threads) + 1), options=[("grpc.so_reuseport", 0)])
server.add_generic_rpc_handlers([
    grpc.method_handlers_generic_handler(interop_messages.SERVICE, METHODS),
    grpc.method_handlers_generic_handler("grpc.health.v1.Health", {"Check": CHECK}),
])
server.add_insecure_port(address)
server.start()
signal.sigwait({signal.SIGTERM})
server.stop(10).wait()
