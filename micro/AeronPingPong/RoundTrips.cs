using System.Diagnostics;
using System.Globalization;
using Genie.Brokers;

namespace AeronPingPong;

/// <summary>One request after the other on one connection.</summary>
internal static class RoundTrips
{
    /// <summary>Two threads that spin leave a machine of two cores little time to compile them in full.</summary>
    public static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(4);

    // A ring: the latest million is enough for a median, and nothing is allocated while the clock runs.
    private static readonly long[] Ticks = new long[1 << 20];

    public static async Task MeasureAsync(Arguments arguments)
    {
        await using var broker = arguments.CreateBroker();
        await using var connection = await broker.ConnectAsync(Responder.Channel, new ConnectionOptions { InlineContinuations = arguments.Inline }, default);
        var message = new byte[arguments.Size];
        await LoopAsync(connection, message, WarmUp);
        var allocated = GC.GetTotalAllocatedBytes();
        var (count, elapsed) = await LoopAsync(connection, message, TimeSpan.FromSeconds(arguments.Seconds));
        allocated = GC.GetTotalAllocatedBytes() - allocated;
        var measured = Ticks.AsSpan(0, (int)Math.Min(count, Ticks.Length));
        measured.Sort();
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{{\"client\":\"{arguments.Client}\",\"mode\":\"rt\",\"idle\":\"{arguments.Idle}\",\"size\":{arguments.Size},\"mean_us\":{elapsed.TotalMicroseconds / count:0.00},\"p50_us\":{Microseconds(measured[measured.Length / 2]):0.00},\"p99_us\":{Microseconds(measured[measured.Length * 99 / 100]):0.00},\"allocated_bytes\":{allocated / (double)count:0.0}}}"));
    }

    private static double Microseconds(long ticks) => ticks * 1e6 / Stopwatch.Frequency;

    private static async Task<(long Count, TimeSpan Elapsed)> LoopAsync(IBrokerConnection connection, byte[] message, TimeSpan duration)
    {
        var start = Stopwatch.GetTimestamp();
        var end = start + (long)(duration.TotalSeconds * Stopwatch.Frequency);
        var last = start;
        for (var count = 0L; ;)
        {
            using (var reply = await connection.RequestAsync(message, default))
            {
                if (reply.Payload.Length != message.Length) throw new InvalidDataException("another's answer");
            }

            var now = Stopwatch.GetTimestamp();
            Ticks[count++ % Ticks.Length] = now - last;
            last = now;
            if (now >= end) return (count, Stopwatch.GetElapsedTime(start, now));
        }
    }
}
