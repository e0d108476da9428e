namespace Genie.Diagnostics.Probes;

/// <summary>Says to which probe a health check belongs; a check may belong to several.</summary>
public static class ProbeTag
{
    /// <summary>The process works; if not, it should be started anew.</summary>
    public const string Live = "live";

    /// <summary>It can serve now; if not, requests should go elsewhere.</summary>
    public const string Ready = "ready";

    /// <summary>It has come up; until then the other probes mean nothing.</summary>
    public const string Startup = "startup";
}
