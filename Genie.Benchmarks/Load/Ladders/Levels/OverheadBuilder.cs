using Genie.Benchmarks.Reporting.Model;
using MathNet.Numerics.Statistics;

namespace Genie.Benchmarks.Load.Ladders.Levels;

/// <summary>What levels were measured to take, and what could not be measured; makes figures of it.</summary>
internal sealed class OverheadBuilder
{
    private readonly Dictionary<(string Transport, LevelKind Kind), List<LevelTimes>> _measured = [];
    private readonly Dictionary<(string Transport, LevelKind Kind), string> _failures = [];

    /// <summary>Notes a measurement.</summary>
    public void Add(LevelTransport transport, LevelKind kind, LevelTimes times)
    {
        if (!_measured.TryGetValue((transport.Name, kind), out var all)) _measured.Add((transport.Name, kind), all = []);
        all.Add(times);
    }

    /// <summary>Notes that there is none.</summary>
    public void Fail(LevelTransport transport, LevelKind kind, string reason) => _failures[(transport.Name, kind)] = reason;

    /// <summary>The figures of transports.</summary>
    public OverheadFigures Build(IEnumerable<LevelTransport> transports) =>
        new() { Transports = [.. transports.Select(transport => new TransportFigures { Transport = transport.Name, Levels = [.. transport.Levels.Select(level => Build(transport, level))] })] };

    private LevelFigures Build(LevelTransport transport, TransportLevel level) => new()
    {
        Name = level.Kind.Name(),
        On = level.On?.Name(),
        NoSuchLevel = level.WhyNone,
        Failure = _failures.GetValueOrDefault((transport.Name, level.Kind)),
        Cost = CostOf(transport, level),
    };

    private LevelCost? CostOf(LevelTransport transport, TransportLevel level)
    {
        if (!_measured.TryGetValue((transport.Name, level.Kind), out var all)) return null;
        var (median, below) = (P50(all), level.On is { } on ? _measured.GetValueOrDefault((transport.Name, on)) : null);
        return new LevelCost
        {
            Repetitions = all.Count,
            MeanMicroseconds = all.Select(times => times.MeanMicroseconds).Median(),
            P50Microseconds = median,
            P99Microseconds = all.Select(times => times.P99Microseconds).Median(),
            CpuMicroseconds = all.Select(times => times.CpuMicroseconds).Median(),
            AddedMicroseconds = level.On is null ? median : below is null ? null : median - P50(below),
        };
    }

    private static double P50(List<LevelTimes> all) => all.Select(times => times.P50Microseconds).Median();
}
