namespace Genie.Datagrams.Rpc;

/// <summary>What a connection has counted so far.</summary>
public readonly record struct RpcStatistics
{
    /// <summary>Calls of this side that have no answer yet.</summary>
    public int CallsInFlight { get; init; }

    /// <summary>Calls of the other side that services work on.</summary>
    public int ServedCalls { get; init; }

    /// <summary>Answers to calls that had timed out or were cancelled.</summary>
    public long LateAnswers { get; init; }

    /// <summary>Messages that no call or answer could be made of, and one-way calls that this side does not serve, cannot read or has no room for.</summary>
    public long RefusedMessages { get; init; }
}
