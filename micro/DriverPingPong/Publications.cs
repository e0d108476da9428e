using System.Diagnostics;
using Genie.Brokers;

namespace DriverPingPong;

/// <summary>Measures one-way sending: until the flush has returned, and until the last message has arrived where somebody listens.</summary>
internal static class Publications
{
    public static async Task<string> MeasureAsync(Arguments arguments)
    {
        await using var responder = arguments.Mode == "pub" ? await Responder.StartAsync(arguments).ConfigureAwait(false) : null;
        await using var broker = Candidates.Create(arguments);
        string line;
        long lost;
        await using (var connection = await broker.ConnectAsync(Candidates.Channel, Candidates.Connection(arguments), default).ConfigureAwait(false))
        {
            var warm = await SendAsync(arguments, connection, arguments.Warmup).ConfigureAwait(false);
            if (responder is not null) await responder.CountAsync(warm).ConfigureAwait(false);

            var (watch, allocated) = (Stopwatch.StartNew(), GC.GetTotalAllocatedBytes());
            var sent = await SendAsync(arguments, connection, arguments.Duration).ConfigureAwait(false);
            var flushed = watch.Elapsed;
            var arrived = responder is null ? sent : await responder.CountAsync(warm + sent).ConfigureAwait(false) - warm;
            lost = sent - arrived;
            line = Figures.OfPublications(arguments, sent, arrived, flushed, watch.Elapsed, GC.GetTotalAllocatedBytes() - allocated);
        }

        if (lost > 0) throw new InvalidOperationException($"{lost} messages were lost: {line}");
        if (responder is null) await broker.DeleteChannelAsync(Candidates.Channel, default).ConfigureAwait(false);
        return line;
    }

    /// <summary>A window of messages under way, the oldest awaited first; with one in flight each is awaited before the next.</summary>
    private static async Task<long> SendAsync(Arguments arguments, IBrokerConnection connection, TimeSpan duration)
    {
        var message = new byte[arguments.Size];
        var window = new Queue<ValueTask>(arguments.InFlight);
        var sent = 0L;
        var end = Stopwatch.GetTimestamp() + (long)(duration.TotalSeconds * Stopwatch.Frequency);
        while (sent % 64 != 0 || Stopwatch.GetTimestamp() < end)
        {
            if (window.Count == arguments.InFlight) await window.Dequeue().ConfigureAwait(false);
#pragma warning disable CA2012 // Each is awaited once: when it is the oldest, or after the last.
            window.Enqueue(connection.SendAsync(message, default));
#pragma warning restore CA2012
            sent++;
        }

        while (window.TryDequeue(out var rest)) await rest.ConfigureAwait(false);
        await connection.FlushAsync(default).ConfigureAwait(false);
        return sent;
    }
}
