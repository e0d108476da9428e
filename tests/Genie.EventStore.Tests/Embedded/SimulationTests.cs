using System.Globalization;
using Genie.EventStore.Tests.Embedded.Faults;
using Xunit.Abstractions;

namespace Genie.EventStore.Tests.Embedded;

/// <summary>10,000 seeds of crashes, torn and lost writes, short reads, full disks and rotten bits. GENIE_SEED=N runs that one alone, GENIE_SEED_BASE=N as many after N.</summary>
public sealed class SimulationTests(ITestOutputHelper output)
{
    private const int Seeds = 10_000;
    private const int Least = 5;

    [Fact]
    public void Nothing_confirmed_is_lost_and_nothing_half_written_is_served()
    {
        var one = Environment.GetEnvironmentVariable("GENIE_SEED");
        var after = int.Parse(Environment.GetEnvironmentVariable("GENIE_SEED_BASE") ?? "0", CultureInfo.InvariantCulture);
        var seeds = one is null ? Enumerable.Range(after + 1, Seeds) : [int.Parse(one, CultureInfo.InvariantCulture)];
        var all = new SimulationCounts();
        foreach (var seed in seeds)
        {
            var simulation = new StoreSimulation(seed);
            try
            {
                simulation.Run();
            }
            catch (Exception error)
            {
                throw new InvalidOperationException($"GENIE_SEED={seed}: {error.Message}", error);
            }

            Add(all, simulation.Counts);
        }

        foreach (var property in typeof(SimulationCounts).GetProperties())
        {
            output.WriteLine($"{property.Name}: {property.GetValue(all):N0}");
            if (one is null) Assert.True((long)property.GetValue(all)! >= Least, $"{property.Name} happened too seldom to tell anything.");
        }
    }

    private static void Add(SimulationCounts all, SimulationCounts more)
    {
        foreach (var property in typeof(SimulationCounts).GetProperties()) property.SetValue(all, (long)property.GetValue(all)! + (long)property.GetValue(more)!);
    }
}
