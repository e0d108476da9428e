using System.Globalization;

namespace Genie.Benchmarks.Load;

/// <summary>
/// Decides from samples whether a load has settled: in the last half second the runtime compiled for at most a fiftieth of the time, and both halves
/// had the same rate.
/// </summary>
/// <remarks>Methods that are seldom called are compiled seconds and minutes later, one by one; to wait for the last of them would take longer than most rows.</remarks>
internal sealed class SettlingRule(double rateTolerance = SettlingRule.RateTolerance)
{
    /// <summary>How far back it looks.</summary>
    public static readonly TimeSpan Span = TimeSpan.FromMilliseconds(500);

    /// <summary>The share of the time for which the runtimes of a row may compile without being reported.</summary>
    public const double CompileShareMax = 0.02;

    // Beyond that, and beyond what counting alone makes differ, the rate is still moving.
    private const double RateTolerance = 0.10;

    /// <summary>The same where the repetitions that follow tell whether the rate still moves, and only a large change is worth waiting for.</summary>
    public const double LooseRateTolerance = 0.25;
    private const double CountingDeviations = 3;

    private readonly Queue<Sample> _samples = new();
    private Sample _last;

    /// <summary>True if the load has settled by the last sample.</summary>
    public bool IsSettled { get; private set; }

    /// <summary>Takes a sample; times and counts never fall.</summary>
    /// <param name="time">Since the load began.</param>
    /// <param name="requests">Answered by then.</param>
    /// <param name="compiling">Time for which the runtimes of all processes have compiled by then.</param>
    public void Add(TimeSpan time, long requests, TimeSpan compiling)
    {
        _last = new Sample(time, requests, compiling);
        _samples.Enqueue(_last);

        // The oldest one kept is the last that is a whole span old.
        while (_samples.Count > 1 && _samples.ElementAt(1).Time <= time - Span) _samples.Dequeue();
        IsSettled = LooksFarEnough && !IsCompiling && !IsMoving(out _);
    }

    /// <summary>What has not settled, for people; empty if everything has.</summary>
    public string Describe()
    {
        if (IsSettled) return "";
        if (!LooksFarEnough) return "it was too short to tell";
        List<string> reasons = [];
        if (IsCompiling) reasons.Add(string.Create(CultureInfo.InvariantCulture, $"the runtime compiled for {Compiling.TotalMilliseconds:0} ms"));
        if (IsMoving(out var change)) reasons.Add(string.Create(CultureInfo.InvariantCulture, $"the rate moved by {change:P0}"));
        return $"{string.Join(" and ", reasons)} in its last half second";
    }

    private bool LooksFarEnough => _samples.Count > 2 && _last.Time - _samples.Peek().Time >= Span;

    private TimeSpan Compiling => _last.Compiling - _samples.Peek().Compiling;

    private bool IsCompiling => Compiling > (_last.Time - _samples.Peek().Time) * CompileShareMax;

    private bool IsMoving(out double change)
    {
        var first = _samples.Peek();
        var middle = _samples.First(sample => sample.Time >= first.Time + ((_last.Time - first.Time) / 2));
        var before = (middle.Requests - first.Requests) / (middle.Time - first.Time).TotalSeconds;
        var after = (_last.Requests - middle.Requests) / Math.Max(1e-3, (_last.Time - middle.Time).TotalSeconds);
        change = before > 0 ? (after / before) - 1 : 1;
        var counted = Math.Min(middle.Requests - first.Requests, _last.Requests - middle.Requests);
        return counted == 0 || Math.Abs(change) > rateTolerance + (CountingDeviations * Math.Sqrt(2.0 / counted));
    }

    private readonly record struct Sample(TimeSpan Time, long Requests, TimeSpan Compiling);
}
