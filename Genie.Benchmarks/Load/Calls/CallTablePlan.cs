namespace Genie.Benchmarks.Load.Calls;

/// <summary>What a table of calls measures.</summary>
internal sealed record CallTablePlan
{
    /// <summary>Callers at a time on loopback where nothing was asked: those of QuicRpc's table.</summary>
    public const string LoopbackCallers = "1,8,16,32";

    /// <summary>The same at a distance.</summary>
    public const string RemoteCallers = "8,16,32,64,128";

    /// <summary>Calls of a batch on loopback where nothing was asked.</summary>
    public const string LoopbackBatches = "1000,5000";

    /// <summary>Shares of packets lost where nothing was asked, in per cent.</summary>
    public const string Losses = "0%,1%,3%";

    /// <summary>Repetitions where nothing was asked.</summary>
    public const int DefaultRepetitions = 5;

    /// <summary>At a distance, QuicRpc's batches: so many calls up to so many callers, more beyond.</summary>
    private const int SmallBatch = 100;
    private const int SmallBatchCallers = 32;
    private const int LargeBatch = 500;

    /// <summary>What is compared, in the table's order.</summary>
    public required IReadOnlyList<CallSystem> Systems { get; init; }

    /// <summary>Callers at a time; null for QuicRpc's.</summary>
    public IReadOnlyList<int>? Callers { get; init; }

    /// <summary>Calls of a batch; null for QuicRpc's.</summary>
    public IReadOnlyList<int>? Batches { get; init; }

    /// <summary>Shares of packets lost, 0 to 1, a table each; none for loopback alone.</summary>
    public required IReadOnlyList<double> LossShares { get; init; }

    /// <summary>Turns of each system in each cell that count; one goes ahead of them.</summary>
    public required int Repetitions { get; init; }

    /// <summary>What stands between client and server at a distance.</summary>
    public CallPath Path { get; init; } = CallPath.Proxy;

    /// <summary>Which packets are lost follows from it.</summary>
    public int Seed { get; init; } = 1;

    /// <summary>All networks, loopback first.</summary>
    public IEnumerable<CallNetwork> Networks() => LossShares.Select(CallNetwork.Remote).Prepend(CallNetwork.Loopback);

    /// <summary>The cells of a network.</summary>
    public IEnumerable<CallBatch> CellsOf(CallNetwork network)
    {
        var callers = Callers ?? CountsOf(network.IsRemote ? RemoteCallers : LoopbackCallers);
        if (!network.IsRemote || Batches is not null)
            return (Batches ?? CountsOf(LoopbackBatches)).SelectMany(calls => callers.Select(each => new CallBatch(calls, each)));
        return callers.Select(each => new CallBatch(each <= SmallBatchCallers ? SmallBatch : LargeBatch, each));
    }

    private static int[] CountsOf(string list) => Commands.CountList.Of("")(list);
}
