namespace Genie.Benchmarks.Reporting.Model;

/// <summary>The kinds of <see cref="RowMark"/> that this program sets.</summary>
public static class RowMarkKinds
{
    /// <summary>Connections x in flight differs from throughput x mean latency by over 10 %.</summary>
    public const string LittlesLaw = "littles-law";

    /// <summary>A message was lost after it had been confirmed.</summary>
    public const string LostAfterConfirm = "lost-after-confirm";

    /// <summary>The ledger shows what the system promises not to do.</summary>
    public const string Ledger = "ledger";

    /// <summary>An effect is missing in the event store, or there more than once.</summary>
    public const string Effects = "effects";

    /// <summary>The rate asked for was not reached.</summary>
    public const string RateMissed = "rate-missed";

    /// <summary>Memory, handles or latency rose or fell steadily: its figures hold for no longer run.</summary>
    public const string Drift = "drift";

    /// <summary>When the measured time began, the runtime still compiled or the rate still moved.</summary>
    public const string NotSettled = "not-settled";

    /// <summary>The sweep's control, which no messaging system has a part in, stood elsewhere than in most rounds when the row was measured.</summary>
    public const string ControlMoved = "control-moved";

    /// <summary>Ten times slower than the same system's other client, or than the same with fewer connections.</summary>
    public const string Suspect = "suspect";

    /// <summary>A machine of an agent was at its own limits: it may be what was measured.</summary>
    public const string AgentSaturated = "agent-saturated";

    /// <summary>The run ended before its time.</summary>
    public const string Partial = "partial";

    /// <summary>The run failed; the text is the error.</summary>
    public const string Failed = "failed";

    /// <summary>A reference, not a messaging system: no broker, or no other process.</summary>
    public const string Baseline = "baseline";
}
