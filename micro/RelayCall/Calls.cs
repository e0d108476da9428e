using System.Diagnostics;
using Google.Protobuf;
using Grpc.Net.Client;

namespace RelayCall;

/// <summary>Calls through one address; each answer is checked.</summary>
internal sealed class Calls(int port) : IDisposable
{
    private const int PayloadBytes = 64;
    private static readonly ByteString Payload = ByteString.CopyFrom(new byte[PayloadBytes]);

    private readonly GrpcChannel _channel = GrpcChannel.ForAddress(
        $"http://127.0.0.1:{port}", new GrpcChannelOptions { HttpHandler = new SocketsHttpHandler { EnableMultipleHttp2Connections = true, UseProxy = false }, DisposeHttpClient = true });

    /// <summary>Unary calls by callers at a time, each one after the other, for a while.</summary>
    /// <returns>Microseconds of each call, sorted, and calls a second.</returns>
    public async Task<(double[] Microseconds, double PerSecond)> UnaryAsync(int callers, TimeSpan time)
    {
        var client = new Echo.EchoClient(_channel);
        var start = Stopwatch.GetTimestamp();
        var all = await Task.WhenAll(Enumerable.Range(0, callers).Select(caller => Task.Run(() => CallAsync(client, caller, start, time))));
        double[] sorted = [.. all.SelectMany(each => each).Order()];
        return (sorted, sorted.Length / Stopwatch.GetElapsedTime(start).TotalSeconds);
    }

    /// <summary>Opens streams, and sends rounds of one message on each of them, all at a time.</summary>
    /// <returns>Messages a second that came back, right ones.</returns>
    public async Task<double> DuplexAsync(int streams, TimeSpan time)
    {
        var client = new Echo.EchoClient(_channel);
        var open = Enumerable.Range(0, streams).Select(_ => client.Duplex()).ToArray();
        var (start, rounds) = (Stopwatch.GetTimestamp(), 0);
        do
        {
            var number = rounds++;
            await Task.WhenAll(open.Select((stream, index) => RoundAsync(stream, ((long)number * streams) + index)));
        }
        while (Stopwatch.GetElapsedTime(start) < time);
        var elapsed = Stopwatch.GetElapsedTime(start);
        foreach (var stream in open)
        {
            await stream.RequestStream.CompleteAsync();
            if (await stream.ResponseStream.MoveNext(CancellationToken.None)) throw new InvalidOperationException("A stream has an answer too many.");
            stream.Dispose();
        }

        return (double)rounds * streams / elapsed.TotalSeconds;
    }

    /// <inheritdoc/>
    public void Dispose() => _channel.Dispose();

    private static async Task<List<double>> CallAsync(Echo.EchoClient client, int caller, long start, TimeSpan time)
    {
        var taken = new List<double>();
        for (long number = caller; Stopwatch.GetElapsedTime(start) < time; number++)
        {
            var began = Stopwatch.GetTimestamp();
            using var call = client.UnaryAsync(new EchoMessage { Number = number, Payload = Payload });
            Check(await call.ResponseAsync, number);
            taken.Add(Stopwatch.GetElapsedTime(began).TotalMicroseconds);
        }

        return taken;
    }

    private static async Task RoundAsync(Grpc.Core.AsyncDuplexStreamingCall<EchoMessage, EchoMessage> stream, long number)
    {
        await stream.RequestStream.WriteAsync(new EchoMessage { Number = number, Payload = Payload });
        if (!await stream.ResponseStream.MoveNext(CancellationToken.None)) throw new InvalidOperationException("A stream ended early.");
        Check(stream.ResponseStream.Current, number);
    }

    private static void Check(EchoMessage answer, long number)
    {
        if (answer.Number != number || answer.Payload.Length != PayloadBytes) throw new InvalidOperationException("An answer is not that of its call.");
    }
}
