using System.Collections.Concurrent;
using System.Diagnostics;
using Genie.Benchmarks.Commands.Relay.Bench;
using Grpc.Core;
using Grpc.Net.Client;

namespace Genie.Benchmarks.Commands.Relay.Soak;

/// <summary>A steady load of answers, errors, deadlines that pass and streams.</summary>
internal sealed class SoakLoad(SoakPlan plan, int port)
{
    private const int PayloadBytes = 1000;
    private const int UnexpectedMax = 20;
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan ShortDeadline = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan MessageInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan StreamAge = TimeSpan.FromMinutes(1);

    private static readonly Method<byte[], byte[]> Chat = TrialWorker.Method(MethodType.DuplexStreaming, "Chat");
    private static readonly byte[] Payload = new byte[PayloadBytes];

    // One call in a hundred passes its deadline and five fail.
    private static readonly (string Kind, Method<byte[], byte[]> Method, byte[] Request, StatusCode Wanted)[] Kinds =
    [
        ("answered", TrialWorker.Method(MethodType.Unary, "Echo"), Payload, StatusCode.OK),
        ("failing", TrialWorker.Method(MethodType.Unary, "Fail"), "NOT_FOUND:none"u8.ToArray(), StatusCode.NotFound),
        ("too late", TrialWorker.Method(MethodType.Unary, "Io"), "60000"u8.ToArray(), StatusCode.DeadlineExceeded),
    ];

    private readonly ConcurrentDictionary<(string Kind, StatusCode Status), int> _ends = new();
    private long _calls;
    private long _messages;

    /// <summary>Calls that were begun.</summary>
    public long Calls => Volatile.Read(ref _calls);

    /// <summary>Messages that came back on streams.</summary>
    public long Messages => Volatile.Read(ref _messages);

    /// <summary>How often what ended how.</summary>
    public IReadOnlyDictionary<(string Kind, StatusCode Status), int> Ends => _ends;

    /// <summary>Calls that ended otherwise than they should, the first ones. A stream ends with its worker, where workers are killed.</summary>
    public ConcurrentQueue<string> Unexpected { get; } = new();

    /// <summary>Runs until it is cancelled, and waits for what is under way.</summary>
    public async Task RunAsync(CancellationToken end)
    {
        using var channel = GrpcChannel.ForAddress($"http://127.0.0.1:{port}");
        var invoker = channel.CreateCallInvoker();
        await Task.WhenAll([CallAsync(invoker, end), .. Enumerable.Range(0, plan.Streams).Select(_ => StreamAsync(invoker, end))]).ConfigureAwait(false);
    }

    private async Task CallAsync(CallInvoker invoker, CancellationToken end)
    {
        var start = Stopwatch.GetTimestamp();
        var running = new ConcurrentDictionary<long, Task>();
        while (!end.IsCancellationRequested)
        {
            var due = (long)(Stopwatch.GetElapsedTime(start).TotalSeconds * plan.CallsPerSecond);
            for (; Calls < due; Interlocked.Increment(ref _calls))
            {
                var number = Calls;
                running[number] = Task.Run(() => CallOnceAsync(invoker, number), CancellationToken.None);
            }

            foreach (var (number, task) in running)
            {
                if (task.IsCompleted) running.TryRemove(number, out _);
            }

            await Task.Delay(Tick, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        await Task.WhenAll(running.Values).ConfigureAwait(false);
    }

    private async Task CallOnceAsync(CallInvoker invoker, long number)
    {
        var (kind, method, request, wanted) = Kinds[number % 100 == 0 ? 2 : number % 20 == 10 ? 1 : 0];
        var deadline = DateTime.UtcNow + (wanted == StatusCode.DeadlineExceeded ? ShortDeadline : Deadline);
        var status = Status.DefaultSuccess;
        try
        {
            using var call = invoker.AsyncUnaryCall(method, null, new CallOptions(deadline: deadline), request);
            await call.ResponseAsync.ConfigureAwait(false);
        }
        catch (RpcException error)
        {
            status = error.Status;
        }

        Note(kind, status, status.StatusCode == wanted);
    }

    private async Task StreamAsync(CallInvoker invoker, CancellationToken end)
    {
        while (!end.IsCancellationRequested)
        {
            var status = Status.DefaultSuccess;
            try
            {
                await StreamOnceAsync(invoker, end).ConfigureAwait(false);
            }
            catch (RpcException error)
            {
                status = error.Status;
                await Task.Delay(MessageInterval, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }

            Note("stream", status, status.StatusCode == StatusCode.OK || (plan.KillEvery is not null && status.StatusCode == StatusCode.Unavailable));
        }
    }

    private async Task StreamOnceAsync(CallInvoker invoker, CancellationToken end)
    {
        var start = Stopwatch.GetTimestamp();
        using var call = invoker.AsyncDuplexStreamingCall(Chat, null, default);
        while (!end.IsCancellationRequested && Stopwatch.GetElapsedTime(start) < StreamAge)
        {
            await WriteAsync(call.RequestStream).ConfigureAwait(false);
            if (await call.ResponseStream.MoveNext(CancellationToken.None).ConfigureAwait(false)) Interlocked.Increment(ref _messages);
            await Task.Delay(MessageInterval, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        await call.RequestStream.CompleteAsync().ConfigureAwait(false);
        while (await call.ResponseStream.MoveNext(CancellationToken.None).ConfigureAwait(false)) Interlocked.Increment(ref _messages);
    }

    private static async Task WriteAsync(IClientStreamWriter<byte[]> requests)
    {
        try
        {
            await requests.WriteAsync(Payload, CancellationToken.None).ConfigureAwait(false);
        }
        catch (RpcException)
        {
            // Why it has ended is known where its answers are read.
        }
    }

    private void Note(string kind, Status status, bool isWanted)
    {
        _ends.AddOrUpdate((kind, status.StatusCode), 1, (_, count) => count + 1);
        if (!isWanted && Unexpected.Count < UnexpectedMax) Unexpected.Enqueue($"{kind}: {status}");
    }
}
