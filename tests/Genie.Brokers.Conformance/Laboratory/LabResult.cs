namespace Genie.Brokers.Conformance.Laboratory;

/// <summary>How a driver stood a check.</summary>
public sealed record LabResult
{
    /// <summary>The check.</summary>
    public required LabCheck Check { get; init; }

    /// <summary>Why it does not apply to the subject; empty if it was run.</summary>
    public string NotApplicable { get; init; } = "";

    /// <summary>What was not as it must be, in words.</summary>
    public IReadOnlyList<string> Failures { get; init; } = [];

    /// <summary>Those of the failures that the contract around any client must prevent: callers past their deadline, disposal without end.</summary>
    public IReadOnlyList<string> ContractFailures { get; init; } = [];

    /// <summary>True if everything was as it must be.</summary>
    public bool Held => Failures.Count == 0;

    /// <summary>Milliseconds from the end of the weather to the first answer to a request that began after it; of a disposal, how long it took.</summary>
    public long RecoverMilliseconds { get; init; }

    /// <summary>Messages that were confirmed and reached no handler.</summary>
    public long Lost { get; init; }

    /// <summary>Messages and requests that were handled more than once.</summary>
    public long Doubled { get; init; }

    /// <summary>Requests and sends that ended more than a tenth of their time-out late, or not at all.</summary>
    public long LateCallers { get; init; }

    /// <summary>Connections a second that the server was asked for while the weather was bad; 0 where none can be counted.</summary>
    public double ConnectionsPerSecond { get; init; }

    /// <summary>Bytes of the heap that remain after everything was disposed.</summary>
    public long LeakedBytes { get; init; }

    /// <summary>What was drawn by lot follows from it.</summary>
    public int Seed { get; init; }
}
