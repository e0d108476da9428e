using System.Globalization;
using Genie.Benchmarks.Load.Zones;
using Xunit.Abstractions;

namespace Genie.Crashes.Tests;

/// <summary>Zone servers in processes of their own that share a database: killed, halted, replaced, ended, added, while clients walk over their map.</summary>
/// <remarks>GENIE_ZONES_ROUNDS: how many faults; 5 by default, one of each kind. GENIE_ZONES_SEED: whom they meet.</remarks>
[Collection(nameof(Clusters))]
[Trait("Tier", "nightly")]
[Trait("Seconds", "90")]
public sealed class ZonesCrashTests(ITestOutputHelper output) : CrashTests(output)
{
    private static readonly int Rounds = int.Parse(Environment.GetEnvironmentVariable("GENIE_ZONES_ROUNDS") ?? "5", CultureInfo.InvariantCulture);
    private static readonly int Seed = Environment.GetEnvironmentVariable("GENIE_ZONES_SEED") is { Length: > 0 } seed ? int.Parse(seed, CultureInfo.InvariantCulture) : Random.Shared.Next();

    private readonly ITestOutputHelper _output = output;

    [SkippableFact]
    public async Task Each_message_counts_once_and_each_zone_has_one_owner_whatever_happens_to_the_servers()
    {
        await using var postgres = await StartAsync("postgis");
        _output.WriteLine($"GENIE_ZONES_SEED={Seed}");
        using var stop = new CancellationTokenSource(TimeSpan.FromMinutes(8 + (2 * Rounds)));
        var result = await new ZoneFaultTrial(new ZoneFaultPlan { Postgres = postgres, Seed = Seed, Rounds = Rounds, Clients = 12 }, Report).RunAsync(stop.Token);
        _output.WriteLine($"{result}{string.Concat(result.Errors.Select(error => $"\n  {error.Value} times {error.Key}"))}");
        Assert.Equal(Rounds, result.Rounds.Count);
        Assert.True(result.Held && result.Said > 0, $"seed {Seed}: {result}");
        Assert.True(result.Takeovers.Count > 0, $"seed {Seed}: no fault met a server that served anybody");
        Assert.All(result.Rounds, round => Assert.True(round.Zones > 0 && round.Owned.Count == round.Zones, $"seed {Seed}: {round}"));
        Assert.All(result.Rounds, round => Assert.Equal((0, 0), (round.Lost, round.Doubled)));
    }

    private void Report(ZoneFaultRound round) => _output.WriteLine($"{round}: owned after {ZoneFaultRound.MedianOf(round.Owned)} to {ZoneFaultRound.LongestOf(round.Owned)}, served after {ZoneFaultRound.MedianOf(round.Takeovers)} to {ZoneFaultRound.LongestOf(round.Takeovers)}");
}
