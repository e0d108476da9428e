using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Load.Calls;

/// <summary>What the bench asks of a process of calls; each order has one <see cref="CallReport"/> for an answer.</summary>
internal sealed record CallOrder
{
    /// <summary>Of a client: to connect there, in place of the connection that it has.</summary>
    public CallAddress? Connect { get; set; }

    /// <summary>Of a client: to make calls.</summary>
    public CallBatch? Run { get; set; }
}

/// <summary>Calls to make.</summary>
/// <param name="Calls">How many, of all callers together.</param>
/// <param name="Callers">Callers at a time, each of which makes one call after the other.</param>
internal sealed record CallBatch(int Calls, int Callers);

/// <summary>An answer, and a server's first words.</summary>
internal sealed record CallReport
{
    /// <summary>Why it could not be done, or null.</summary>
    public string? Error { get; set; }

    /// <summary>A server's address, in its first words.</summary>
    public CallAddress? Address { get; set; }

    /// <summary>What the process has used: since it started, of a server; while the calls were made, of a client.</summary>
    public CallUsage? Usage { get; set; }

    /// <summary>Of calls that were made.</summary>
    public CallTimes? Times { get; set; }
}

/// <summary>What a process used.</summary>
/// <param name="CpuMicroseconds">User and kernel time of all threads.</param>
/// <param name="AllocatedBytes">Bytes allocated on the managed heap.</param>
internal sealed record CallUsage(double CpuMicroseconds, long AllocatedBytes);

/// <summary>How long calls took.</summary>
/// <param name="BatchMicroseconds">All of them together.</param>
/// <param name="P50Microseconds">The median of a single one.</param>
/// <param name="P99Microseconds">Its 99th percentile.</param>
internal sealed record CallTimes(double BatchMicroseconds, double P50Microseconds, double P99Microseconds);

/// <summary>Source-generated JSON of these.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(CallOrder))]
[JsonSerializable(typeof(CallReport))]
internal sealed partial class CallJsonContext : JsonSerializerContext;
