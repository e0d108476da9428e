using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>What a process used during the measured time.</summary>
public sealed record ProcessFigures
{
    /// <summary>Processor time, user and system, in seconds.</summary>
    [JsonPropertyName("cpu_s")]
    public double CpuSeconds { get; set; }

    /// <summary>Managed bytes allocated per request.</summary>
    public double AllocatedBytesPerRequest { get; set; }

    /// <summary>Time all threads were stopped by the garbage collector, in milliseconds.</summary>
    [JsonPropertyName("gc_pause_ms")]
    public double GcPauseMilliseconds { get; set; }

    /// <summary>The most physical memory held, in MiB.</summary>
    [JsonPropertyName("peak_rss_mb")]
    public double PeakRssMebibytes { get; set; }

    /// <summary>Methods that the runtime compiled meanwhile; many of them say that the row was measured before its process was warm.</summary>
    public long CompiledMethods { get; set; }

    /// <summary>The processor time that took, in milliseconds.</summary>
    [JsonPropertyName("compile_ms")]
    public double CompileMilliseconds { get; set; }
}
