using System.Text.Json.Serialization;
using Genie.Benchmarks.Load.Soak.Udp.Ledger;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load.Soak.Udp.Peers;

/// <summary>What the soak asks of one of its processes; each order has one <see cref="SoakPeerReport"/> for an answer.</summary>
internal sealed record SoakPeerOrder
{
    /// <summary>The first order: who to be.</summary>
    public SoakPeerStart? Start { get; init; }

    /// <summary>To send nothing more; what is under way still arrives.</summary>
    public bool Stop { get; init; }
}

/// <summary>Who to be.</summary>
/// <param name="Plan">What is sent.</param>
/// <param name="Run">Names this leg; its lowest bit is the direction.</param>
/// <param name="Port">Of clients: where the server is found on 127.0.0.1.</param>
/// <param name="PublicKey">Of clients: the server's.</param>
internal sealed record SoakPeerStart(UdpSoakPlan Plan, ulong Run, int Port, byte[] PublicKey);

/// <summary>An answer.</summary>
internal sealed record SoakPeerReport
{
    /// <summary>Why it could not be done, or null.</summary>
    public string? Error { get; init; }

    /// <summary>A server's port, once it listens.</summary>
    public int Port { get; init; }

    /// <summary>A server's public key.</summary>
    public byte[]? PublicKey { get; init; }

    /// <summary>What has been counted by now.</summary>
    public SoakReading? Reading { get; init; }
}

/// <summary>What one side has counted since its process started.</summary>
internal sealed record SoakReading
{
    /// <summary>Messages sent, by stream.</summary>
    public long[] Sent { get; init; } = new long[SoakStreams.Count];

    /// <summary>Different intact messages received, by stream.</summary>
    public long[] Received { get; init; } = new long[SoakStreams.Count];

    /// <summary>Of what was received.</summary>
    public SoakAnomalies Anomalies { get; init; } = new();

    /// <summary>What happened, the first times, in words.</summary>
    public string[] Notes { get; init; } = [];

    /// <summary>Ticks left out because the process stood still for long.</summary>
    public long SkippedTicks { get; init; }

    /// <summary>Messages that were not sent as too much waited already.</summary>
    public long Refused { get; init; }

    /// <summary>What the connections have measured.</summary>
    public SoakTraffic Traffic { get; init; } = new();

    /// <summary>The median of the connections' smoothed round-trip times, in microseconds.</summary>
    [JsonPropertyName("round_trip_us")]
    public long RoundTripMicroseconds { get; init; }

    /// <summary>Latencies of reliable messages received since the reading before, as HistogramText writes them.</summary>
    public string Latencies { get; init; } = "";

    /// <summary>What the process holds.</summary>
    public SoakResources Resources { get; init; } = new();
}

/// <summary>What a process holds.</summary>
internal sealed record SoakResources
{
    /// <summary>Memory and handles.</summary>
    public ResourcePoint Process { get; init; } = new(0, 0, 0);

    /// <summary>Threads.</summary>
    public int Threads { get; init; }

    /// <summary>What its endpoints keep in pools, in KiB.</summary>
    [JsonPropertyName("pooled_kb")]
    public double PooledKibibytes { get; init; }
}

/// <summary>Sums of <see cref="Datagrams.ConnectionStatistics"/>.</summary>
internal sealed record SoakTraffic
{
    /// <summary>Packets sent.</summary>
    public long PacketsSent { get; init; }

    /// <summary>Packets taken to be lost.</summary>
    public long PacketsLost { get; init; }

    /// <summary>Of those, acknowledged afterwards.</summary>
    public long SpuriousLosses { get; init; }

    /// <summary>Packets received again.</summary>
    public long DuplicatesReceived { get; init; }

    /// <summary>Packets that did not open.</summary>
    public long AuthenticationFailures { get; init; }

    /// <summary>Changes to the next key.</summary>
    public long KeyUpdates { get; init; }

    /// <summary>Bytes of datagrams sent.</summary>
    public long BytesSent { get; init; }

    /// <summary>Bytes that compression has saved.</summary>
    public long BytesSavedByCompression { get; init; }

    /// <summary>Both.</summary>
    public static SoakTraffic operator +(SoakTraffic one, SoakTraffic other) => new()
    {
        PacketsSent = one.PacketsSent + other.PacketsSent,
        PacketsLost = one.PacketsLost + other.PacketsLost,
        SpuriousLosses = one.SpuriousLosses + other.SpuriousLosses,
        DuplicatesReceived = one.DuplicatesReceived + other.DuplicatesReceived,
        AuthenticationFailures = one.AuthenticationFailures + other.AuthenticationFailures,
        KeyUpdates = one.KeyUpdates + other.KeyUpdates,
        BytesSent = one.BytesSent + other.BytesSent,
        BytesSavedByCompression = one.BytesSavedByCompression + other.BytesSavedByCompression,
    };
}
