using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using MathNet.Numerics.Distributions;

namespace Genie.Benchmarks.Tests.Reporting.SideBySide;

/// <summary>Results of a benchmark whose truth is known: each repetition is off by a log-normal factor, tails more so.</summary>
internal static class SimulatedResults
{
    /// <param name="seed">Of the noise.</param>
    /// <param name="repetitions">Repetitions of each series.</param>
    /// <param name="slowdown">What every request takes longer: 1.2 for a fifth.</param>
    /// <param name="series">How many systems.</param>
    /// <param name="noise">Standard deviation of the logarithm of a repetition's speed.</param>
    public static BenchResults Create(int seed, int repetitions, double slowdown = 1, int series = 1, double noise = 0.03)
    {
        var random = new Random(seed);
        return new BenchResults
        {
            Machine = new MachineFacts { Cores = 2, Os = "Simulated" },
            Started = DateTimeOffset.UnixEpoch,
            Runs = [.. Enumerable.Range(1, repetitions).SelectMany(repetition => Enumerable.Range(0, series).Select(system => Row(random, system, repetition, slowdown, noise)))],
        };
    }

    private static RunRow Row(Random random, int system, int repetition, double slowdown, double noise)
    {
        var (speed, tail) = (slowdown * LogNormal.Sample(random, 0, noise), LogNormal.Sample(random, 0, 2 * noise));
        return new RunRow
        {
            Broker = $"system{system}",
            Client = "wire",
            Mode = RunMode.RoundTrip,
            Confirmation = Confirmation.Buffered,
            Geocoder = "embedded",
            Repetition = repetition,
            DurationSeconds = 4,
            Requests = 40_000,
            ThroughputPerSecond = 10_000 / speed,
            LatencyMicroseconds = new LatencyFigures { Mean = 100 * speed, P50 = 90 * speed, P90 = 130 * speed, P99 = 300 * speed * tail, P999 = 900 * speed * tail, Max = 5000 * tail },
        };
    }
}
