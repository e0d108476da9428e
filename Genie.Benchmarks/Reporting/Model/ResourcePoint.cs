using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>What a process held at one moment.</summary>
/// <param name="RssMebibytes">Physical memory, in MiB.</param>
/// <param name="HeapMebibytes">Managed heap, garbage included, in MiB.</param>
/// <param name="Handles">Open handles; on Unix file descriptors.</param>
public sealed record ResourcePoint(
    [property: JsonPropertyName("rss_mb")] double RssMebibytes,
    [property: JsonPropertyName("heap_mb")] double HeapMebibytes,
    int Handles);
