namespace Genie.Benchmarks.Commands.Relay.Soak;

/// <summary>What a relay is put under.</summary>
/// <param name="Duration">How long.</param>
/// <param name="CallsPerSecond">Calls that are begun a second, whether the earlier ones have ended or not.</param>
/// <param name="Streams">Two-way streams beside them.</param>
/// <param name="Sample">How often memory is read.</param>
/// <param name="KillEvery">How often a worker is killed; null: never.</param>
internal sealed record SoakPlan(TimeSpan Duration, int CallsPerSecond, int Streams, TimeSpan Sample, TimeSpan? KillEvery)
{
    /// <summary>Threads of a worker: streams keep theirs.</summary>
    public const int Threads = 30;
}
