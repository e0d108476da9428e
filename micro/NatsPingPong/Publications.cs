using System.Diagnostics;
using System.Globalization;

namespace NatsPingPong;

/// <summary>Measures one-way sending: until the flush has returned, and until the last message has arrived.</summary>
internal static class Publications
{
    public static async Task<Figures> MeasureAsync(Arguments arguments)
    {
        using var responder = await Responder.StartAsync(arguments).ConfigureAwait(false);
        await using var broker = Candidates.Create(arguments);
        await using var connection = await broker.ConnectAsync("count", Candidates.Connection(arguments), default).ConfigureAwait(false);
        var warm = await SendAsync(arguments, connection, arguments.Warmup).ConfigureAwait(false);
        await ArrivedAsync(responder, warm).ConfigureAwait(false);

        var watch = Stopwatch.StartNew();
        var sent = await SendAsync(arguments, connection, arguments.Duration).ConfigureAwait(false);
        var flushed = watch.Elapsed;
        var arrived = await ArrivedAsync(responder, warm + sent).ConfigureAwait(false) - warm;
        var figures = new Figures(arguments) { Sent = sent, Arrived = arrived, FlushedSeconds = flushed.TotalSeconds, ArrivedSeconds = watch.Elapsed.TotalSeconds };
        responder.StandardInput.Close();
        await responder.WaitForExitAsync().ConfigureAwait(false);
        return figures;
    }

    private static async Task<long> SendAsync(Arguments arguments, Genie.Brokers.IBrokerConnection connection, TimeSpan duration)
    {
        var message = new byte[arguments.Size];
        var sent = 0L;
        var end = Stopwatch.GetTimestamp() + (long)(duration.TotalSeconds * Stopwatch.Frequency);
        while (sent % 64 != 0 || Stopwatch.GetTimestamp() < end)
        {
            await connection.SendAsync(message, default).ConfigureAwait(false);
            sent++;
        }

        await connection.FlushAsync(default).ConfigureAwait(false);
        return sent;
    }

    // Waits for the last message; where one was lost, until nothing came for a second.
    private static async Task<long> ArrivedAsync(Process responder, long expected)
    {
        var before = -1L;
        while (true)
        {
            var count = 0L;
            for (var poll = 0; poll < 100; poll++)
            {
                await responder.StandardInput.WriteLineAsync().ConfigureAwait(false);
                count = long.Parse((await responder.StandardOutput.ReadLineAsync().ConfigureAwait(false))!, CultureInfo.InvariantCulture);
                if (count >= expected) return count;
                await Task.Delay(10).ConfigureAwait(false);
            }

            if (count == before) return count;
            before = count;
        }
    }
}
