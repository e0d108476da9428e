using System.Globalization;
using Genie.Benchmarks.Load.Faults;
using Genie.Benchmarks.Load.Genius;
using Xunit.Abstractions;

namespace Genie.Crashes.Tests;

/// <summary>Servers of Genius in processes of their own that share a database: killed, halted, more and fewer, while events come in.</summary>
/// <remarks>GENIE_GENIUS_ROUNDS: how many faults of each kind; 1 by default. GENIE_GENIUS_SEED: whom they meet.</remarks>
[Collection(nameof(Clusters))]
[Trait("Tier", "nightly")]
[Trait("Seconds", "180")]
public sealed class GeniusCrashTests(ITestOutputHelper output) : CrashTests(output)
{
    private static readonly int Rounds = int.Parse(Environment.GetEnvironmentVariable("GENIE_GENIUS_ROUNDS") ?? "1", CultureInfo.InvariantCulture);
    private static readonly int Seed = Environment.GetEnvironmentVariable("GENIE_GENIUS_SEED") is { Length: > 0 } seed ? int.Parse(seed, CultureInfo.InvariantCulture) : Random.Shared.Next();

    private readonly ITestOutputHelper _output = output;

    // One by one: a test that runs for minutes is taken for one that hangs.
    [SkippableTheory]
    [InlineData(nameof(GeniusFault.Kill))]
    [InlineData(nameof(GeniusFault.Pause))]
    [InlineData(nameof(GeniusFault.Rescale))]
    public async Task Each_fact_is_derived_once_whatever_happens_to_the_servers(string fault)
    {
        await using var postgres = await StartAsync("postgis");
        _output.WriteLine($"GENIE_GENIUS_SEED={Seed}");
        using var stop = new CancellationTokenSource(TimeSpan.FromMinutes(8 + (2 * Rounds)));
        var rounds = await new GeniusFaultTrial(new GeniusFaultPlan { Postgres = postgres, Seed = Seed, Rounds = Rounds, Pause = Clusters.Pause, Faults = [Enum.Parse<GeniusFault>(fault)] }, Report).RunAsync(stop.Token);
        Assert.Equal(Rounds, rounds.Count);
        Assert.All(rounds, round => Assert.True(round.IsExact && round.Answered > 0, $"seed {Seed}: {round}"));
    }

    private void Report(FaultRound round) => _output.WriteLine($"{round}{string.Concat(round.Errors.Select(error => $"\n  {error.Value} times {error.Key}"))}");
}
