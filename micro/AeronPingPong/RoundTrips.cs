using System.Diagnostics;
using System.Globalization;
using Genie.Brokers;

namespace AeronPingPong;

/// <summary>One request after the other on one connection.</summary>
internal static class RoundTrips
{
    public static async Task MeasureAsync(Arguments arguments)
    {
        await using var broker = arguments.CreateBroker();
        await using var connection = await broker.ConnectAsync(Responder.Channel, new ConnectionOptions { InlineContinuations = arguments.Inline }, default);
        var message = new byte[arguments.Size];
        await LoopAsync(connection, message, TimeSpan.FromSeconds(1));
        var allocated = GC.GetTotalAllocatedBytes();
        var (count, elapsed) = await LoopAsync(connection, message, TimeSpan.FromSeconds(arguments.Seconds));
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{{\"client\":\"{arguments.Client}\",\"mode\":\"rt\",\"idle\":\"{arguments.Idle}\",\"size\":{arguments.Size},\"mean_us\":{elapsed.TotalMicroseconds / count:0.00},\"allocated_bytes\":{(GC.GetTotalAllocatedBytes() - allocated) / (double)count:0.0}}}"));
    }

    private static async Task<(long Count, TimeSpan Elapsed)> LoopAsync(IBrokerConnection connection, byte[] message, TimeSpan duration)
    {
        var start = Stopwatch.GetTimestamp();
        for (var count = 1L; ; count++)
        {
            using var reply = await connection.RequestAsync(message, default);
            if (reply.Payload.Length != message.Length) throw new InvalidDataException("another's answer");
            if (Stopwatch.GetElapsedTime(start) is var elapsed && elapsed >= duration) return (count, elapsed);
        }
    }
}
