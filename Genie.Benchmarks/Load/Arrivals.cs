using System.Diagnostics;
using Genie.Benchmarks.Load.Workers;

namespace Genie.Benchmarks.Load;

/// <summary>Follows how many messages the worker has received: for the publishers' gate while they send, and for the
/// drain afterwards.</summary>
/// <param name="worker">Who receives.</param>
/// <param name="gate">Whom to tell.</param>
/// <param name="backlog">Whom to tell, too, where the worker is away for a time; else null.</param>
internal sealed class Arrivals(IWorker worker, BacklogGate gate, BacklogWatch? backlog = null)
{
    // After that long without any arrival, what is missing is taken for lost. A busy machine can stop a server for seconds.
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(5);

    private long _received;
    private long _lastArrival = Stopwatch.GetTimestamp();

    /// <summary>When the last arrival was noticed.</summary>
    public long LastArrivalTimestamp => _lastArrival;

    /// <summary>Follows while messages are being sent.</summary>
    public async Task FollowAsync(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            // Never abandoned half-way: the answer would be taken for the next question's.
            if (!await LookAsync().ConfigureAwait(false)) gate.WriteOffMissing();
            await Task.Delay(Interval, CancellationToken.None).ConfigureAwait(false);
        }
    }

    /// <summary>Waits until the worker has received that many, or nothing more seems to come.</summary>
    public async Task DrainAsync(long sent, CancellationToken stop)
    {
        _lastArrival = Math.Max(_lastArrival, Stopwatch.GetTimestamp());
        while (await LookAsync().ConfigureAwait(false) && _received < sent && !stop.IsCancellationRequested)
            await Task.Delay(Interval, CancellationToken.None).ConfigureAwait(false);
    }

    /// <summary>False if nothing has come for longer than anybody should wait.</summary>
    private async Task<bool> LookAsync()
    {
        var received = await worker.ReceivedAsync(CancellationToken.None).ConfigureAwait(false);
        backlog?.Note(received);

        // Nobody waits in vain for who is known to be away.
        if (received > _received || backlog is { IsAway: true }) _lastArrival = Stopwatch.GetTimestamp();
        _received = Math.Max(_received, received);
        gate.Received(received);
        return Stopwatch.GetElapsedTime(_lastArrival) < Timeout;
    }
}
