using System.Diagnostics;
using System.Text.Json;

namespace NatsPingPong;

/// <summary>What one loop measured, and the line that is printed.</summary>
internal sealed class Figures(Arguments arguments)
{
    private static readonly double MicrosecondsPerTick = 1e6 / Stopwatch.Frequency;
    private readonly List<long> _ticks = new(1 << 20);
    private readonly long _begin = Stopwatch.GetTimestamp() + (long)(arguments.Warmup.TotalSeconds * Stopwatch.Frequency);
    private readonly long _end = Stopwatch.GetTimestamp() + (long)((arguments.Warmup + arguments.Duration).TotalSeconds * Stopwatch.Frequency);

    public bool Running => Stopwatch.GetTimestamp() < _end;

    public long Sent { get; init; }

    public long Arrived { get; init; }

    public double FlushedSeconds { get; init; }

    public double ArrivedSeconds { get; init; }

    public static Figures Merge(Arguments arguments, IEnumerable<Figures> parts)
    {
        var all = new Figures(arguments);
        foreach (var part in parts) all._ticks.AddRange(part._ticks);
        return all;
    }

    public void Record(long start)
    {
        var now = Stopwatch.GetTimestamp();
        if (start >= _begin) _ticks.Add(now - start);
    }

    public string ToJson()
    {
        if (arguments.Mode == "pub")
        {
            return JsonSerializer.Serialize(new
            {
                part = "nats-pub", candidate = arguments.Candidate, size = arguments.Size, sent = Sent, arrived = Arrived,
                flushed_per_s = Math.Round(Sent / FlushedSeconds), arrived_per_s = Math.Round(Arrived / ArrivedSeconds),
            });
        }

        _ticks.Sort();
        return JsonSerializer.Serialize(new
        {
            part = "nats-rt", candidate = arguments.Candidate, size = arguments.Size, connections = arguments.Connections, in_flight = arguments.InFlight,
            per_s = Math.Round(_ticks.Count / arguments.Duration.TotalSeconds),
            mean_us = Math.Round(_ticks.Average() * MicrosecondsPerTick, 1), p50_us = Quantile(0.5), p99_us = Quantile(0.99),
        });
    }

    private double Quantile(double share) => Math.Round(_ticks[Math.Min(_ticks.Count - 1, (int)(share * _ticks.Count))] * MicrosecondsPerTick, 1);
}
