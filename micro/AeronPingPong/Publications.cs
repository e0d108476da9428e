using System.Diagnostics;
using System.Globalization;
using Genie.Brokers;

namespace AeronPingPong;

/// <summary>One-way messages as fast as they are taken, timed until the last has been handled.</summary>
internal static class Publications
{
    public static async Task MeasureAsync(Arguments arguments)
    {
        await using var broker = arguments.CreateBroker();
        await using var connection = await broker.ConnectAsync(Responder.Channel, new ConnectionOptions(), default);
        var message = new byte[arguments.Size];
        await LoopAsync(connection, message, RoundTrips.WarmUp);
        var before = await HandledAsync(connection);
        var allocated = GC.GetTotalAllocatedBytes();
        var start = Stopwatch.GetTimestamp();
        var sent = await LoopAsync(connection, message, TimeSpan.FromSeconds(arguments.Seconds));
        var handled = await HandledAsync(connection) - before;
        var elapsed = Stopwatch.GetElapsedTime(start);
        if (handled != sent) throw new InvalidDataException($"{sent} sent, {handled} handled");
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{{\"client\":\"{arguments.Client}\",\"mode\":\"pub\",\"idle\":\"{arguments.Idle}\",\"size\":{arguments.Size},\"per_s\":{handled / elapsed.TotalSeconds:0},\"allocated_bytes\":{(GC.GetTotalAllocatedBytes() - allocated) / (double)handled:0.0}}}"));
    }

    private static async Task<long> LoopAsync(IBrokerConnection connection, byte[] message, TimeSpan duration)
    {
        var start = Stopwatch.GetTimestamp();
        for (var count = 0L; ; count++)
        {
            if (count % 1024 == 0 && Stopwatch.GetElapsedTime(start) >= duration) return count;
            await connection.SendAsync(message, default);
        }
    }

    // The request goes behind the messages, so its answer counts them all.
    private static async Task<long> HandledAsync(IBrokerConnection connection)
    {
        using var reply = await connection.RequestAsync(new byte[Responder.CountRequestBytes], default);
        return BitConverter.ToInt64(reply.Payload.Span);
    }
}
