namespace Genie.Benchmarks.Reporting.Model;

/// <summary>What a client waits for.</summary>
public enum RunMode
{
    /// <summary>For the answer, <c>round-trip</c>.</summary>
    RoundTrip,

    /// <summary>For the confirmation only, <c>fire-and-forget</c>.</summary>
    FireAndForget,
}
