namespace Genie.Benchmarks.Commands.Relay.Bench;

/// <summary>What is measured.</summary>
/// <param name="Users">Users in the last stage.</param>
/// <param name="Stage">How long each of three stages lasts.</param>
/// <param name="Pause">How long a user pauses between two calls.</param>
/// <param name="Request">Milliseconds that a call waits and those of processor time that it takes, between a comma.</param>
/// <param name="KillEvery">How often a worker is killed; null: never.</param>
/// <param name="IsReplaced">Whether workers are replaced in the middle.</param>
/// <param name="IsIdempotent">Whether the relays may run a call twice: on another worker, where its first one dies.</param>
internal sealed record RampPlan(int Users, TimeSpan Stage, TimeSpan Pause, string Request, TimeSpan? KillEvery, bool IsReplaced, bool IsIdempotent)
{
    /// <summary>The stages.</summary>
    public const int Stages = 3;

    /// <summary>How long all of it lasts.</summary>
    public TimeSpan Duration => Stage * Stages;
}
