using System.Text.Json.Serialization;
using Genie.Benchmarks.Load.Soak.Udp.Peers;
using Genie.Faults;

namespace Genie.Benchmarks.Load.Soak.Udp;

/// <summary>What Genie.Datagrams is put under, for how long.</summary>
internal sealed record UdpSoakPlan
{
    /// <summary>Shares of datagrams that come twice, and that the next one overtakes.</summary>
    private const double Duplication = 0.001;

    private const double Reordering = 0.001;

    /// <summary>Less than endpoints try, so that the path MTU has to be found.</summary>
    private const int DatagramBytesLimit = 1_400;

    /// <summary>How long, interruptions not counted, in seconds.</summary>
    [JsonPropertyName("duration_s")]
    public required double DurationSeconds { get; init; }

    /// <summary>Connections at once, each with a socket of its own on the clients' side.</summary>
    public required int Connections { get; init; }

    /// <summary>Ticks a second, of each connection in each direction.</summary>
    [JsonPropertyName("rate_hz")]
    public required int RateHertz { get; init; }

    /// <summary>The share of datagrams that the network loses.</summary>
    public required double Loss { get; init; }

    /// <summary>What a round trip takes longer, in milliseconds.</summary>
    [JsonPropertyName("latency_ms")]
    public required double LatencyMilliseconds { get; init; }

    /// <summary>The mean of what comes on top of it in each direction, exponentially distributed, in milliseconds.</summary>
    [JsonPropertyName("variance_ms")]
    public required double VarianceMilliseconds { get; init; }

    /// <summary>udp or tcp.</summary>
    public string Transport { get; init; } = SoakEndpoints.Udp;

    /// <summary>One of <see cref="SoakEndpoints.Compressions"/>.</summary>
    public string Compression { get; init; } = SoakEndpoints.Compressions[0];

    /// <summary>One of <see cref="SoakEndpoints.Ciphers"/>, or null for what both sides like best.</summary>
    public string? Cipher { get; init; }

    /// <summary>True for streams with TLS instead of datagrams.</summary>
    [JsonIgnore]
    public bool IsTcp => Transport == SoakEndpoints.Tcp;

    /// <summary>What is drawn by lot follows from it.</summary>
    public required int Seed { get; init; }

    /// <summary>How long.</summary>
    [JsonIgnore]
    public TimeSpan Duration => TimeSpan.FromSeconds(DurationSeconds);

    /// <summary>The network between the two sides.</summary>
    [JsonIgnore]
    public NetworkProfile Network => new()
    {
        Name = "soak",
        RoundTrip = TimeSpan.FromMilliseconds(LatencyMilliseconds),
        Jitter = TimeSpan.FromMilliseconds(VarianceMilliseconds),
        Loss = PacketLoss.Uniform(Loss),
        Duplication = Duplication,
        Reordering = Reordering,
        DatagramBytesLimit = DatagramBytesLimit,
    };

    /// <summary>In words.</summary>
    public string Describe() => FormattableString.Invariant(
        $"{Connections} connections, {RateHertz} ticks a second of each in both directions, over {Transport}, encrypted{(Cipher is null ? "" : $" by {Cipher}")} and {(Compression == SoakEndpoints.NoCompression ? "not compressed" : $"compressed by {Compression}")}, through a network of {LatencyMilliseconds:0.###} ms a round trip, {VarianceMilliseconds:0.###} ms of jitter, {Loss * 100:0.###} % loss{(IsTcp ? "" : FormattableString.Invariant($", {Duplication * 100:0.###} % of datagrams twice and {Reordering * 100:0.###} % overtaken, at most {DatagramBytesLimit:N0} bytes each"))}; seed {Seed}");
}
