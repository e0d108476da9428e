using System.Diagnostics;
using Genie.Extensions.Genius.Messages;
using Genie.Observing;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>
/// What observers of the process see: the meter <see cref="MeterName"/> and activities of the same name. While nobody listens nothing is measured.
/// </summary>
internal sealed class GeniusMetrics : IDisposable
{
    /// <summary>The meter's and the activity source's name.</summary>
    public const string MeterName = "Genie.Genius";

    private readonly GuardedMeter _meter = new(MeterName);
    private readonly GuardedCounter _events;
    private readonly GuardedCounter _matches;
    private readonly GuardedCounter _windows;
    private readonly GuardedCounter _transitions;
    private readonly GuardedCounter _patterns;
    private readonly GuardedCounter _late;
    private readonly GuardedCounter _timers;
    private readonly GuardedCounter _observersFailed;
    private readonly GuardedHistogram _duration;
    private long _underWay;

    public GeniusMetrics(Func<int> rules)
    {
        _events = _meter.CreateCounter("genie.genius.events", "{event}", "Events that ended, by outcome: processed, repeated, failed, refused.");
        _matches = _meter.CreateCounter("genie.genius.rules.matched", "{match}", "Rules matched.");
        _windows = _meter.CreateCounter("genie.genius.windows.reported", "{result}", "Results of windows reported.");
        _transitions = _meter.CreateCounter("genie.genius.fences.transitions", "{transition}", "Fences entered, dwelled in and left.");
        _patterns = _meter.CreateCounter("genie.genius.patterns.matched", "{match}", "Patterns matched, and absences noticed.");
        _late = _meter.CreateCounter("genie.genius.events.late", "{event}", "Times that an event came after the watermark had passed it.");
        _timers = _meter.CreateCounter("genie.genius.timers.fired", "{timer}", "Timers that fired and had an effect.");
        _observersFailed = _meter.CreateCounter("genie.genius.observers.failed", "{failure}", "Times that an observer failed; what it was told of has taken effect.");
        _duration = _meter.CreateHistogram(
            "genie.genius.duration", "s", "Time to process an event.", 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10);
        _meter.Publish(meter => meter.CreateObservableUpDownCounter("genie.genius.rules", rules, "{rule}", "Rules."));
        _meter.Publish(meter => meter.CreateObservableUpDownCounter("genie.genius.events.under_way", () => Interlocked.Read(ref _underWay), "{event}", "Events being processed or waiting for it."));
    }

    public static GuardedActivitySource Activities { get; } = new(MeterName);

    /// <summary>Notes the beginning of an event.</summary>
    /// <returns>When it began; 0 where nobody wants to know.</returns>
    public long Begin()
    {
        Interlocked.Increment(ref _underWay);
        return _duration.Enabled ? Stopwatch.GetTimestamp() : 0;
    }

    public void Processed(long began, GeniusAnswer answer)
    {
        End(began, answer.IsRepeat ? "repeated" : "processed");
        if (answer.IsRepeat) return;
        if (_matches.Enabled) _matches.Add(answer.Rules.Count);
        if (_windows.Enabled) _windows.Add(answer.Windows.Sum(each => each.Answer.Results.Count));
        if (_transitions.Enabled) _transitions.Add(answer.Fences.Sum(each => each.Answer.Transitions.Count));
        if (_patterns.Enabled) _patterns.Add(answer.Patterns.Sum(each => each.Answer.Matches.Count));
        if (_late.Enabled) _late.Add(answer.Windows.Count(each => each.Answer.IsLate) + answer.Fences.Count(each => each.Answer.IsLate) + answer.Patterns.Count(each => each.Answer.IsLate));
    }

    public void Failed(long began, bool isRefused) => End(began, isRefused ? "refused" : "failed");

    /// <summary>Notes a timer that had an effect.</summary>
    public void Fired(TimerKind kind, int results)
    {
        _timers.Add(1);
        (kind switch { TimerKind.Window => _windows, TimerKind.Geofence => _transitions, _ => _patterns }).Add(results);
    }

    /// <summary>Notes an observer that failed.</summary>
    public void ObserverFailed() => _observersFailed.Add(1);

    public void Refused() => Count("refused");

    public void Dispose() => _meter.Dispose();

    private void End(long began, string outcome)
    {
        Interlocked.Decrement(ref _underWay);
        Count(outcome);
        if (began != 0) _duration.Record(Stopwatch.GetElapsedTime(began).TotalSeconds, new KeyValuePair<string, object?>("outcome", outcome));
    }

    private void Count(string outcome)
    {
        if (_events.Enabled) _events.Add(1, new KeyValuePair<string, object?>("outcome", outcome));
    }
}
