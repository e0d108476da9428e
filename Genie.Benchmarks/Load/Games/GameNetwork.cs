using System.Text;
using System.Text.Json.Serialization;
using Genie.Datagrams.Simulation;

namespace Genie.Benchmarks.Load.Games;

/// <summary>A network in a result. Units are in the names.</summary>
internal sealed record GameNetwork
{
    /// <summary>A round trip, without what varies and what queues add.</summary>
    [JsonPropertyName("round_trip_ms")]
    public required double RoundTripMilliseconds { get; init; }

    /// <summary>What varies on top of it in each direction: the standard deviation of a normal distribution whose absolute value it is, or over sockets the mean of an exponential one.</summary>
    [JsonPropertyName("variance_ms")]
    public required double VarianceMilliseconds { get; init; }

    /// <summary>The share of datagrams that is lost.</summary>
    public required double Loss { get; init; }

    /// <summary>How long a burst of losses lasts in the mean; null where each datagram is lost by itself.</summary>
    [JsonPropertyName("burst_ms")]
    public required double? BurstMilliseconds { get; init; }

    /// <summary>The share that comes twice.</summary>
    public required double Duplication { get; init; }

    /// <summary>The share that is overtaken.</summary>
    public required double Reordering { get; init; }

    /// <summary>Of each client in each direction; 0 is no limit.</summary>
    public required long BytesPerSecond { get; init; }

    /// <summary>The payload of the largest datagram that arrives.</summary>
    public required int DatagramBytesMax { get; init; }

    /// <summary>In words, without the loss.</summary>
    public string Describe()
    {
        var text = new StringBuilder().Append(FormattableString.Invariant($"{RoundTripMilliseconds:0.###} ms a round trip"));
        if (VarianceMilliseconds > 0) text.Append(FormattableString.Invariant($", {VarianceMilliseconds:0.###} ms of variance"));
        if (Duplication > 0) text.Append(FormattableString.Invariant($", {Percent(Duplication)} % twice"));
        if (Reordering > 0) text.Append(FormattableString.Invariant($", {Percent(Reordering)} % overtaken"));
        if (BytesPerSecond > 0) text.Append(FormattableString.Invariant($", {BytesPerSecond:N0} bytes a second"));
        return text.Append(FormattableString.Invariant($", datagrams up to {DatagramBytesMax:N0} bytes")).ToString();
    }

    /// <summary>The loss, in percent, and whether it comes in bursts.</summary>
    public string DescribeLoss() => $"{Percent(Loss)}{(BurstMilliseconds is null ? "" : " bursts")}";

    /// <summary>Of a network's conditions.</summary>
    public static GameNetwork Of(NetworkConditions conditions) => new()
    {
        RoundTripMilliseconds = conditions.RoundTrip().TotalMilliseconds,
        VarianceMilliseconds = conditions.Variance.TotalMilliseconds,
        Loss = conditions.LossShare(),
        BurstMilliseconds = conditions.Bursts?.MeanBad.TotalMilliseconds,
        Duplication = conditions.Duplication,
        Reordering = conditions.Reordering,
        BytesPerSecond = conditions.BytesASecond,
        DatagramBytesMax = conditions.MaxDatagramBytes,
    };

    private static string Percent(double share) => FormattableString.Invariant($"{share * 100:0.###}");
}
