using System.Diagnostics;

namespace DatagramLadder;

/// <summary>Measures levels by turns, one message under way.</summary>
internal static class Ladder
{
    private const double MicrosecondsPerSecond = 1e6;
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);

    public static async Task MeasureAsync(IReadOnlyList<ILevel> levels, TimeSpan time, int rounds, TextWriter output)
    {
        var message = new byte[Echoes.MessageBytes];
        new Random(1).NextBytes(message);
        foreach (var level in levels) await MeasureAsync(level, message, WarmUp);
        var measured = levels.ToDictionary(level => level, _ => new List<Round>());
        for (var round = 0; round < rounds; round++)
        {
            foreach (var level in levels) measured[level].Add(await MeasureAsync(level, message, time));
        }

        output.WriteLine("level\tp50 us (median)\tlowest\thighest\tp99 us (median)\troundtrips/s (median)\tCPU us/roundtrip, client (median)");
        foreach (var (level, all) in measured)
        {
            output.WriteLine(FormattableString.Invariant(
                $"{level.Name}\t{Median(all, static round => round.P50):0.0}\t{all.Min(static round => round.P50):0.0}\t{all.Max(static round => round.P50):0.0}\t{Median(all, static round => round.P99):0.0}\t{Median(all, static round => round.PerSecond):0}\t{Median(all, static round => round.CpuMicroseconds):0.0}"));
        }
    }

    private static async Task<Round> MeasureAsync(ILevel level, byte[] message, TimeSpan time)
    {
        List<long> ticks = new(1 << 20);
        using var tooLate = new CancellationTokenSource(time + TimeSpan.FromMinutes(1));
        var (begun, cpu) = (Stopwatch.GetTimestamp(), Environment.CpuUsage.TotalTime);
        for (var start = begun; Stopwatch.GetElapsedTime(begun, start) < time;)
        {
            await level.EchoAsync(message, tooLate.Token);
            var now = Stopwatch.GetTimestamp();
            ticks.Add(now - start);
            start = now;
        }

        var used = Environment.CpuUsage.TotalTime - cpu;
        var seconds = Stopwatch.GetElapsedTime(begun).TotalSeconds;
        ticks.Sort();
        return new Round(At(ticks, 0.5), At(ticks, 0.99), ticks.Count / seconds, used.TotalMicroseconds / ticks.Count);
    }

    private static double At(List<long> sorted, double part) => sorted[(int)((sorted.Count - 1) * part)] * MicrosecondsPerSecond / Stopwatch.Frequency;

    private static double Median(List<Round> rounds, Func<Round, double> of)
    {
        var sorted = rounds.Select(of).Order().ToArray();
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }

    private readonly record struct Round(double P50, double P99, double PerSecond, double CpuMicroseconds);
}
