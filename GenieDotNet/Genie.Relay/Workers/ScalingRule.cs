using Genie.Relay.Balancing;
using Genie.Relay.Configuration;

namespace Genie.Relay.Workers;

/// <summary>How many workers there should be, from how calls wait.</summary>
/// <param name="clock">The clock of <see cref="WorkerOptions.ScaleDownAfter"/>.</param>
internal sealed class ScalingRule(TimeProvider clock)
{
    private long _busyTimestamp = clock.GetTimestamp();

    /// <summary>The number that is wanted now.</summary>
    public int Count { get; private set; }

    /// <summary>Takes the number at first from the settings, and keeps within their bounds when they change.</summary>
    public void Bound(WorkerOptions options) => Count = Math.Clamp(Count == 0 ? options.Count : Count, options.Least, options.Most);

    /// <summary>Looks at the last second.</summary>
    /// <param name="figures">How calls waited.</param>
    /// <param name="isStarting">True while a worker starts: its help is not seen yet.</param>
    /// <param name="options">The bounds.</param>
    public void Update(QueueFigures figures, bool isStarting, WorkerOptions options)
    {
        Bound(options);
        if (figures.Pressure > options.ScaleUpWait)
        {
            _busyTimestamp = clock.GetTimestamp();
            if (!isStarting && Count < options.Most) Count++;
            return;
        }

        // Where fewer slots than one worker's were free at some time, one worker less would have made calls wait.
        if (figures.Waited > 0 || figures.OldestWait > TimeSpan.Zero || figures.FreeSlotsMin < options.PoolSize) _busyTimestamp = clock.GetTimestamp();
        if (Count <= options.Least || clock.GetElapsedTime(_busyTimestamp) < options.ScaleDownAfter) return;
        Count--;
        _busyTimestamp = clock.GetTimestamp();
    }
}
