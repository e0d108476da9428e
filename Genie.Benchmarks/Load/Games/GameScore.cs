using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Load.Games;

/// <summary>What all clients of a game have seen. Used by one thread.</summary>
/// <param name="lateAfter">From when on a state is late.</param>
internal sealed class GameScore(TimeSpan lateAfter)
{
    private readonly long _lateAfterMicroseconds = (long)lateAfter.TotalMicroseconds;

    /// <summary>Ages of states when they were seen.</summary>
    public LatencyHistogram UpdateLatencies { get; } = new();

    /// <summary>Ages of events.</summary>
    public LatencyHistogram EventLatencies { get; } = new();

    /// <summary>States that were late.</summary>
    public long LateUpdates { get; private set; }

    /// <summary>What all events that were sent make, each received by everybody else in its room.</summary>
    public long EventsExpected { get; private set; }

    /// <summary>Different events that came.</summary>
    public long EventsReceived { get; private set; }

    /// <summary>Events that came again.</summary>
    public long DoubledEvents { get; private set; }

    /// <summary>Events before which others are missing.</summary>
    public long EventsOutOfOrder { get; private set; }

    /// <summary>Messages that are none of the game's.</summary>
    public long Malformed { get; set; }

    /// <summary>A state was seen for the first time.</summary>
    public void CountUpdate(long ageMicroseconds)
    {
        UpdateLatencies.Record(ageMicroseconds * 1_000);
        if (ageMicroseconds > _lateAfterMicroseconds) LateUpdates++;
    }

    /// <summary>An event was sent.</summary>
    /// <param name="receivers">How many others are in the room.</param>
    public void CountSent(int receivers) => EventsExpected += receivers;

    /// <summary>An event came.</summary>
    public void Count(EventFinding finding, long ageMicroseconds)
    {
        EventLatencies.Record(ageMicroseconds * 1_000);
        if (finding == EventFinding.Doubled) DoubledEvents++;
        else EventsReceived++;
        if (finding == EventFinding.OutOfOrder) EventsOutOfOrder++;
    }
}
