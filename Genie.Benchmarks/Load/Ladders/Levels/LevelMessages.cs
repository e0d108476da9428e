using System.Text.Json.Serialization;
using Genie.Benchmarks.Reporting.Model;
using Genie.Workload;

namespace Genie.Benchmarks.Load.Ladders.Levels;

/// <summary>What the bench asks of a process of levels; each order has one <see cref="LevelReport"/> for an answer. One without content asks what the process has used.</summary>
internal sealed record LevelOrder
{
    /// <summary>To open a level, and close the one that is open.</summary>
    public LevelOpening? Open { get; set; }

    /// <summary>Of a client: to make requests for so many seconds.</summary>
    public double? Seconds { get; set; }

    /// <summary>To close the level that is open.</summary>
    public bool Close { get; set; }
}

/// <summary>A level to open.</summary>
/// <param name="Kind">Which.</param>
/// <param name="Workload">What requests are.</param>
/// <param name="Port">Of a client: where the server is.</param>
internal sealed record LevelOpening(LevelKind Kind, WorkloadChoice Workload, int Port = 0);

/// <summary>An answer.</summary>
internal sealed record LevelReport
{
    /// <summary>Why it could not be done, or null.</summary>
    public string? Error { get; set; }

    /// <summary>Of a server that has opened a level: where.</summary>
    public int Port { get; set; }

    /// <summary>User and kernel time of all threads since the process started.</summary>
    public double CpuMicroseconds { get; set; }

    /// <summary>Of requests that were made.</summary>
    public LevelTimes? Times { get; set; }
}

/// <summary>Round trips of one measurement.</summary>
/// <param name="Requests">How many.</param>
/// <param name="MeanMicroseconds">The arithmetic mean.</param>
/// <param name="P50Microseconds">The median.</param>
/// <param name="P99Microseconds">The 99th percentile.</param>
/// <param name="CpuMicroseconds">Processor time of the process for one of them.</param>
internal sealed record LevelTimes(long Requests, double MeanMicroseconds, double P50Microseconds, double P99Microseconds, double CpuMicroseconds);

/// <summary>Source-generated JSON of these.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, Converters = [typeof(NamedEnumConverter<Stages>), typeof(NamedEnumConverter<LevelKind>)])]
[JsonSerializable(typeof(LevelOrder))]
[JsonSerializable(typeof(LevelReport))]
internal sealed partial class LevelJsonContext : JsonSerializerContext;
