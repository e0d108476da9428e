namespace Genie.Benchmarks.Reporting.Model;

/// <summary>The state of the Git checkout in which something was measured.</summary>
public sealed record SourceFacts
{
    /// <summary>The commit's hash, in hexadecimal.</summary>
    public string Commit { get; set; } = "";

    /// <summary>The branch; empty where none was checked out.</summary>
    public string Branch { get; set; } = "";

    /// <summary>True if files that Git knows differed from the commit.</summary>
    public bool Modified { get; set; }
}
