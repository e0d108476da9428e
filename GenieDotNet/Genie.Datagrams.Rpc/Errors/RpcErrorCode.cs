namespace Genie.Datagrams.Rpc;

/// <summary>What went wrong with a call. Services use numbers of their own from <see cref="FirstOfServices"/> on: <c>(RpcErrorCode)1001</c>.</summary>
public enum RpcErrorCode
{
    /// <summary>The service threw an exception, which it keeps to itself.</summary>
    Failed = 1,

    /// <summary>The other side has no such service or method.</summary>
    UnknownMethod = 2,

    /// <summary>The arguments, or the result, are not what the contract allows.</summary>
    InvalidPayload = 3,

    /// <summary>The arguments, or the result, exceed <see cref="RpcOptions.MaxPayloadBytes"/>.</summary>
    TooLarge = 4,

    /// <summary>This side has <see cref="RpcOptions.MaxCallsInFlight"/> calls without an answer, or the other side works on <see cref="RpcOptions.MaxServedCalls"/>.</summary>
    TooManyCalls = 5,

    /// <summary>No answer came in time.</summary>
    TimedOut = 6,

    /// <summary>The connection ended, or could not be made.</summary>
    ConnectionEnded = 7,

    /// <summary>The two sides were not compiled from the same contract, or one lacks a service that the other calls.</summary>
    ContractMismatch = 8,

    /// <summary>The connection holds as many unsent bytes as it may.</summary>
    QueueFull = 9,

    /// <summary>The service ended the call because it was cancelled there.</summary>
    Cancelled = 10,

    /// <summary>The first number that services may use.</summary>
    FirstOfServices = 1_000,
}
