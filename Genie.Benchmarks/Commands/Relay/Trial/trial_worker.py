"""A gRPC worker for trials of the relay: methods on bytes that use the processor, wait or stream, with health and metrics.

Requests are text: milliseconds, or several numbers between commas. SIGTERM lets calls end.
"""
import argparse
import http.server
import os
import signal
import threading
import time
from concurrent import futures

import grpc

SERVING, NOT_SERVING = b"\x08\x01", b"\x08\x02"
GRACE_SECONDS = 10

calls = {}
ballast = []
health = [SERVING]
lock = threading.Lock()


def numbers(request):
    return [float(each) for each in request.decode().split(",")]


def burn(milliseconds):
    """Uses the processor, and lets no other thread of this process use another."""
    end = time.thread_time() + milliseconds / 1000
    while time.thread_time() < end:
        sum(range(500))


def echo(request, context):
    metadata = context.invocation_metadata()
    context.send_initial_metadata([(key[5:], value) for key, value in metadata if key.startswith("head-")])
    context.set_trailing_metadata([(key[5:], value) for key, value in metadata if key.startswith("tail-")])
    return request


def cpu(request, context):
    burn(numbers(request)[0])
    return str(os.getpid()).encode()


def io(request, context):
    """Waits so long, or until nobody wants the answer any more."""
    ended = threading.Event()
    if context.add_callback(ended.set):
        ended.wait(numbers(request)[0] / 1000)
    return str(os.getpid()).encode()


def wait_for_file(request, context):
    """Waits until a file is there, or nobody wants the answer any more."""
    while context.is_active() and not os.path.exists(request.decode()):
        time.sleep(0.02)
    return str(os.getpid()).encode()


def mixed(request, context):
    waits, burns = numbers(request)
    time.sleep(waits / 1000)
    burn(burns)
    return str(os.getpid()).encode()


def fail(request, context):
    code, _, message = request.decode().partition(":")
    context.set_trailing_metadata([("reason-bin", b"\x00\xff")])
    context.abort(grpc.StatusCode[code], message)


def trail(request, context):
    """Answers with so many bytes of metadata behind the message."""
    context.set_trailing_metadata([("ballast", "x" * int(numbers(request)[0]))])
    return request


def die(request, context):
    os._exit(7)


def once(request, context):
    """Leaves a line for each time that it runs."""
    with open(os.environ["TRIAL_JOURNAL"], "a", encoding="utf-8") as journal:
        journal.write(request.decode() + "\n")
    time.sleep(0.05)
    return request


def grow(request, context):
    ballast.append(b"x" * (int(numbers(request)[0]) << 20))
    return b""


def set_health(request, context):
    health[0] = SERVING if request == b"1" else NOT_SERVING
    return b""


def remaining(request, context):
    return str(context.time_remaining()).encode()


def count(request, context):
    """Counts to a number, with so many milliseconds before each; makes the file that is named third where the call is cancelled."""
    amount, milliseconds, *marker = request.decode().split(",")
    ended = threading.Event()
    finished = []

    def note_end():
        ended.set()
        if marker and not finished:
            open(marker[0], "w", encoding="utf-8").close()

    if not context.add_callback(note_end):
        note_end()
    context.send_initial_metadata([("begun", "yes")])
    for each in range(int(amount)):
        if ended.wait(float(milliseconds) / 1000):
            return
        yield str(each).encode()
    finished.append(True)


def total(requests, context):
    return str(sum(len(each) for each in requests)).encode()


def chat(requests, context):
    for each in requests:
        yield each


UNARY = {"Echo": echo, "Cpu": cpu, "Io": io, "Mixed": mixed, "Fail": fail, "Die": die, "Once": once, "Grow": grow, "SetHealth": set_health,
         "Remaining": remaining, "WaitForFile": wait_for_file, "Trail": trail}


def counted(name, method):
    def run(request, context):
        with lock:
            calls[name] = calls.get(name, 0) + 1
        return method(request, context)
    return run


def handlers(has_health):
    methods = {name: grpc.unary_unary_rpc_method_handler(counted(name, method)) for name, method in UNARY.items()}
    methods["Count"] = grpc.unary_stream_rpc_method_handler(counted("Count", count))
    methods["Total"] = grpc.stream_unary_rpc_method_handler(counted("Total", total))
    methods["Chat"] = grpc.stream_stream_rpc_method_handler(counted("Chat", chat))
    both = [grpc.method_handlers_generic_handler("trial.Work", methods)]
    if has_health:
        check = grpc.unary_unary_rpc_method_handler(lambda request, context: health[0])
        both.append(grpc.method_handlers_generic_handler("grpc.health.v1.Health", {"Check": check}))
    return both


class Metrics(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        with lock:
            lines = [f'trial_calls_total{{method="{name}"}} {value}' for name, value in sorted(calls.items())]
        text = "\n".join(["# HELP trial_calls_total Calls.", "# TYPE trial_calls_total counter", *lines, "# TYPE trial_threads gauge", f"trial_threads {threading.active_count()}", ""])
        self.send_response(200)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *arguments):
        pass


def serve_metrics():
    port = os.environ.get("PROMETHEUS_EXPORTER_PORT")
    if port:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Metrics)
        threading.Thread(target=server.serve_forever, daemon=True).start()


def main():
    # In every thread, and waited for: a handler that sets an Event may come while the main thread holds that Event's lock, and waits for ever.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    parser = argparse.ArgumentParser()
    parser.add_argument("--listen", required=True)
    parser.add_argument("--threads", type=int, default=5)
    parser.add_argument("--reject", action="store_true", help="refuse calls beyond the threads instead of letting them wait")
    parser.add_argument("--no-health", action="store_true")
    options = parser.parse_args()
    settings = [("grpc.so_reuseport", 0), ("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]

    # One thread more than the relay gives calls: it answers the health checks.
    threads = options.threads if options.reject else options.threads + 1
    server = grpc.server(futures.ThreadPoolExecutor(threads), options=settings, maximum_concurrent_rpcs=threads if options.reject else None)
    server.add_generic_rpc_handlers(handlers(not options.no_health))
    server.add_insecure_port(options.listen)
    server.start()
    try:
        serve_metrics()
    except OSError as error:
        print(f"no metrics: {error}", flush=True)
    print(f"listening at {options.listen}", flush=True)
    signal.sigwait({signal.SIGTERM})
    server.stop(GRACE_SECONDS).wait()


main()
