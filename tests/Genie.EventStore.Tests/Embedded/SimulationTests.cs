using System.Globalization;
using Genie.EventStore.Tests.Embedded.Faults;
using Xunit.Abstractions;

namespace Genie.EventStore.Tests.Embedded;

/// <summary>Seeds of crashes, torn and lost writes, short reads, full disks and rotten bits. GENIE_SEED=N runs that one alone, GENIE_SEED_BASE=N as many after N.</summary>
public sealed class SimulationTests(ITestOutputHelper output)
{
    private const int Seeds = 500;
    private const int NightlySeeds = 10_000;

    [Fact]
    public void Nothing_confirmed_is_lost_and_nothing_half_written_is_served() => Simulate(Seeds, least: 0);

    [Fact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "120")]
    public void Nothing_confirmed_is_lost_and_nothing_half_written_is_served_whatever_befell() => Simulate(NightlySeeds, least: 5);

    // Some of what befalls a store is too rare for few seeds.
    private void Simulate(int count, int least)
    {
        var one = Environment.GetEnvironmentVariable("GENIE_SEED");
        var after = int.Parse(Environment.GetEnvironmentVariable("GENIE_SEED_BASE") ?? "0", CultureInfo.InvariantCulture);
        var seeds = one is null ? Enumerable.Range(after + 1, count) : [int.Parse(one, CultureInfo.InvariantCulture)];
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
            if (one is null) Assert.True((long)property.GetValue(all)! >= least, $"{property.Name} happened too seldom to tell anything.");
        }
    }

    private static void Add(SimulationCounts all, SimulationCounts more)
    {
        foreach (var property in typeof(SimulationCounts).GetProperties()) property.SetValue(all, (long)property.GetValue(all)! + (long)property.GetValue(more)!);
    }
}
