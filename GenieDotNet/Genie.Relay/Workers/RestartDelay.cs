using Genie.Relay.Configuration;

namespace Genie.Relay.Workers;

/// <summary>How long to wait before the next worker is started: doubled with each that ends early, give or take a fifth; none after one that was long at work.</summary>
/// <param name="clock">The clock of the delays.</param>
internal sealed class RestartDelay(TimeProvider clock)
{
    private const double Jitter = 0.2;
    private const int DoublingsMax = 20;
    private static readonly TimeSpan Stable = TimeSpan.FromSeconds(10);

    private int _failures;
    private long _notBefore;

    /// <summary>Workers that ended early, in a row.</summary>
    public int Failures => _failures;

    /// <summary>True when the next may be started.</summary>
    public bool IsOver => clock.GetTimestamp() >= _notBefore;

    /// <summary>Notes that a worker has ended by itself.</summary>
    /// <returns>How long the next has to wait.</returns>
    public TimeSpan NoteEnd(long? readyTimestamp, WorkerOptions options)
    {
        if (readyTimestamp is { } ready && clock.GetElapsedTime(ready) >= Stable)
        {
            _failures = 0;
            _notBefore = 0;
            return TimeSpan.Zero;
        }

        var doubled = options.RestartDelay * Math.Pow(2, Math.Min(_failures++, DoublingsMax));
        var delay = (doubled < options.RestartDelayMax ? doubled : options.RestartDelayMax) * (1 + (Jitter * ((2 * Random.Shared.NextDouble()) - 1)));
        _notBefore = clock.GetTimestamp() + (long)(delay.TotalSeconds * clock.TimestampFrequency);
        return delay;
    }
}
