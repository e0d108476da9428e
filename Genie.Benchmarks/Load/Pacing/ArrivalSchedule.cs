using System.Diagnostics;

namespace Genie.Benchmarks.Load.Pacing;

/// <summary>
/// The intended send times of an open loop, evenly spaced within a stage of constant rate. A time is given out to whoever is free to send next; one
/// that was due long ago is given out all the same, and its latency counts from then (no coordinated omission).
/// </summary>
internal sealed class ArrivalSchedule
{
    private readonly long _startTimestamp;
    private readonly (RateStage Stage, double StartSeconds, double FirstNumber)[] _stages;
    private readonly Recording? _recording;
    private readonly long _count;
    private long _next = -1;

    /// <summary>A schedule of one rate.</summary>
    /// <param name="startTimestamp">When the first is due, as <see cref="Stopwatch.GetTimestamp"/> counts.</param>
    /// <param name="perSecond">The rate.</param>
    /// <param name="duration">Times before start + duration exist; none after.</param>
    public ArrivalSchedule(long startTimestamp, double perSecond, TimeSpan duration)
        : this(startTimestamp, RateProfile.Constant(perSecond).Over(duration))
    {
    }

    /// <summary>A schedule of stages.</summary>
    /// <param name="startTimestamp">When the first is due, unless the rate begins at nothing.</param>
    /// <param name="stages">The stages, each with its length.</param>
    public ArrivalSchedule(long startTimestamp, IReadOnlyList<RateStage> stages)
    {
        _startTimestamp = startTimestamp;
        _stages = new (RateStage, double, double)[stages.Count];
        var (seconds, number) = (0.0, 0.0);
        for (var i = 0; i < stages.Count; i++)
        {
            _stages[i] = (stages[i], seconds, number);
            seconds += stages[i].Seconds!.Value;
            number += stages[i].Requests;
        }

        _count = (long)Math.Ceiling(number);
    }

    /// <summary>A schedule of a recorded stream.</summary>
    /// <param name="startTimestamp">When the first is due.</param>
    /// <param name="recording">The stream.</param>
    /// <param name="duration">Times before start + duration exist; none after.</param>
    public ArrivalSchedule(long startTimestamp, Recording recording, TimeSpan duration)
    {
        (_startTimestamp, _stages, _recording) = (startTimestamp, [], recording);
        _count = recording.CountWithin(duration.TotalSeconds);
    }

    /// <summary>How many times there are in all.</summary>
    public long Count => _count;

    /// <summary>Takes the next intended time; false when all were given out.</summary>
    public bool TryTake(out long intendedTimestamp)
    {
        var number = Interlocked.Increment(ref _next);
        intendedTimestamp = number < _count ? TimestampOf(number) : 0;
        return number < _count;
    }

    // From the number, not from the time before: rounding must not add up over millions of requests.
    private long TimestampOf(long number)
    {
        if (_recording is not null) return _startTimestamp + (long)(_recording.SecondsOf(number) * Stopwatch.Frequency);
        var i = _stages.Length - 1;
        while (i > 0 && number < _stages[i].FirstNumber) i--;

        // A stage of no rate has no request; one whose number lies at its begin is the next one's.
        var (stage, start, first) = _stages[i];
        return _startTimestamp + (long)((start + stage.SecondsOf(number - first)) * Stopwatch.Frequency);
    }
}
