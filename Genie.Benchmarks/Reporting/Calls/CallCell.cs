using System.Text.Json.Serialization;
using Genie.Benchmarks.Load.Calls;

namespace Genie.Benchmarks.Reporting.Calls;

/// <summary>All systems at one number of callers, one size of batch, over one network.</summary>
internal sealed record CallCell
{
    private const double PerCent = 100;

    /// <summary>The network's name.</summary>
    public required string Network { get; init; }

    /// <summary>What the network adds to a round trip.</summary>
    public required double RoundTripMilliseconds { get; init; }

    /// <summary>The share of packets lost in each direction.</summary>
    public required double LossPercent { get; init; }

    /// <summary>Calls of a batch, of all callers together.</summary>
    public required int Calls { get; init; }

    /// <summary>Callers at a time, each of which makes one call after the other.</summary>
    public required int Callers { get; init; }

    /// <summary>The systems, in the table's order.</summary>
    public required IReadOnlyList<CallRow> Rows { get; init; }

    /// <summary>True where there was no distance between client and server.</summary>
    [JsonIgnore]
    public bool IsLoopback => Network == CallNetwork.Loopback.Name;

    /// <summary>The row of a system with figures, or null.</summary>
    public CallRow? RowOf(CallSystem system) => Rows.FirstOrDefault(row => row.System == system.Name && row.Error is null);

    /// <summary>By what factor a system's batch took longer than that of Genie.Rpc.Quic, of the medians; null where one of them was not measured.</summary>
    public double? RatioOf(CallSystem system) =>
        RowOf(CallSystem.Quic) is { } ours && RowOf(system) is { } other ? other.BatchMilliseconds.Median / ours.BatchMilliseconds.Median : null;

    /// <summary>The cell of the turns that were had.</summary>
    public static CallCell Of(CallNetwork network, CallBatch batch, IReadOnlyList<(CallSystem System, IReadOnlyList<CallTurn> Turns, string? Error)> systems) => new()
    {
        Network = network.Name,
        RoundTripMilliseconds = network.Profile?.RoundTrip.TotalMilliseconds ?? 0,
        LossPercent = network.LossShare * PerCent,
        Calls = batch.Calls,
        Callers = batch.Callers,
        Rows = [.. systems.Select(each => CallRow.Of(each.System, batch, each.Turns, each.Error))],
    };
}
