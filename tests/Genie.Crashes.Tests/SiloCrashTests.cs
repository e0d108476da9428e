using System.Globalization;
using Genie.Benchmarks.Load.Silos.Faults;
using Xunit.Abstractions;

namespace Genie.Crashes.Tests;

/// <summary>Silos in processes of their own that share a database: killed, halted, replaced, and their database too, while requests are under way.</summary>
/// <remarks>GENIE_SILO_ROUNDS: how many faults; 5 by default, one of each kind. GENIE_SILO_SEED: their order and victims.</remarks>
public sealed class SiloCrashTests(ITestOutputHelper output) : CrashTests(output)
{
    private static readonly int Rounds = int.Parse(Environment.GetEnvironmentVariable("GENIE_SILO_ROUNDS") ?? "5", CultureInfo.InvariantCulture);
    private static readonly int Seed = Environment.GetEnvironmentVariable("GENIE_SILO_SEED") is { Length: > 0 } seed ? int.Parse(seed, CultureInfo.InvariantCulture) : Random.Shared.Next();

    private readonly ITestOutputHelper _output = output;

    [SkippableFact]
    public async Task What_was_answered_took_effect_once_whatever_happens_to_silos_and_their_database()
    {
        await using var postgres = await StartAsync("postgis");
        _output.WriteLine($"GENIE_SILO_SEED={Seed}");
        using var stop = new CancellationTokenSource(TimeSpan.FromMinutes(5 + (2 * Rounds)));
        var rounds = await new SiloFaultTrial(new SiloFaultPlan { Postgres = postgres, Seed = Seed, Rounds = Rounds }, Report).RunAsync(stop.Token);
        Assert.Equal(Rounds, rounds.Count);
        Assert.All(rounds, round => Assert.True(round.IsExact && round.Answered > 0, $"seed {Seed}: {round}"));
    }

    private void Report(SiloFaultRound round) => _output.WriteLine($"{round}{string.Concat(round.Errors.Select(error => $"\n  {error.Value} times {error.Key}"))}");
}
