using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>The machine that measured.</summary>
public sealed record MachineFacts
{
    /// <summary>Processors this process may use.</summary>
    public int Cores { get; set; }

    /// <summary>The processor's name.</summary>
    public string Cpu { get; set; } = "";

    /// <summary>Memory this process may use, in MiB.</summary>
    [JsonPropertyName("memory_mb")]
    public long MemoryMebibytes { get; set; }

    /// <summary>Operating system with version.</summary>
    public string Os { get; set; } = "";

    /// <summary>.NET with version.</summary>
    public string Runtime { get; set; } = "";
}
