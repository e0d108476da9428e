using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Load.Pacing;

/// <summary>The rate of a row: none (a closed loop), one rate, or stages that hold a rate or change it evenly.</summary>
internal sealed class RateProfile
{
    private const string Forms = "expected 1k, 100..10k (from the one to the other), or stages with their times, 1k:10s,1k..10k:30s";

    private readonly string _text;

    private RateProfile(string text, IReadOnlyList<RateStage> stages) => (_text, Stages) = (text, stages);

    /// <summary>What it consists of; one stage without a length, or any number that have one.</summary>
    public IReadOnlyList<RateStage> Stages { get; }

    /// <summary>As fast as answers come.</summary>
    public bool IsClosedLoop => Stages is [{ From: 0, To: 0, Seconds: null }];

    /// <summary>True for a closed loop and for one rate.</summary>
    public bool IsConstant => Stages is [{ Seconds: null } only] && only.From == only.To;

    /// <summary>How long all stages last; null for as long as the row.</summary>
    public TimeSpan? Duration => Stages[0].Seconds is null ? null : TimeSpan.FromSeconds(Stages.Sum(stage => stage.Seconds!.Value));

    /// <summary>Requests a second, in the mean; 0 for a closed loop.</summary>
    public double MeanPerSecond => Duration is { } duration ? Stages.Sum(stage => stage.Requests) / duration.TotalSeconds : Stages[0].MeanPerSecond;

    /// <summary>One rate.</summary>
    public static RateProfile Constant(double perSecond) => new(FormattableString.Invariant($"{perSecond}"), [new RateStage(perSecond, perSecond, null)]);

    /// <summary>Reads <c>1k</c>, <c>100..10k</c> or <c>1k:10s,1k..10k:30s</c>.</summary>
    /// <exception cref="FormatException">It says what is wrong.</exception>
    public static RateProfile Parse(string text)
    {
        RateStage[] stages = [.. text.Split(',', StringSplitOptions.TrimEntries).Select(ParseStage)];
        if (stages.Length > 1 && stages.Any(stage => stage.Seconds is null)) throw new FormatException($"'{text}' has a stage without its time; {Forms}.");
        var profile = new RateProfile(text, stages);
        return profile.IsClosedLoop || profile.MeanPerSecond > 0 ? profile : throw new FormatException($"'{text}' asks for no request at all; {Forms}.");
    }

    /// <summary>The same in the same time, with a share of the requests.</summary>
    public RateProfile Times(double share) => new(_text, [.. Stages.Select(stage => stage with { From = stage.From * share, To = stage.To * share })]);

    /// <summary>The stages of a row, each with its length; empty for a closed loop.</summary>
    /// <param name="duration">How long the row lasts.</param>
    public IReadOnlyList<RateStage> Over(TimeSpan duration)
    {
        if (IsClosedLoop) return [];
        return Duration is null ? [Stages[0] with { Seconds = duration.TotalSeconds }] : Stages;
    }

    /// <inheritdoc/>
    public override string ToString() => _text;

    private static RateStage ParseStage(string text)
    {
        var parts = text.Split(':');
        var bounds = parts[0].Split("..");
        if (parts.Length > 2 || bounds.Length > 2) throw new FormatException($"'{text}' is no rate; {Forms}.");
        var rates = bounds.Select(ParseRate).ToArray();
        return new RateStage(rates[0], rates[^1], parts.Length == 1 ? null : ParseTime(parts[1]));
    }

    private static double ParseRate(string text) =>
        Quantity.ParseCount(text.Trim()) is >= 0 and <= int.MaxValue and var rate ? rate : throw new FormatException($"'{text}' is no rate from 0 to {int.MaxValue}; {Forms}.");

    private static double ParseTime(string text) =>
        Quantity.ParseDuration(text.Trim()) is { Ticks: > 0 } time ? time.TotalSeconds : throw new FormatException($"'{text}' is too short; a stage lasts longer than none.");
}
