namespace Genie.Datagrams.Rpc;

/// <summary>Says whether somebody may connect.</summary>
/// <param name="address">Where the request came from; it receives what is sent there.</param>
/// <param name="handshakeData">What the other side gave to <see cref="RpcPeer.Connect"/>. Valid only until the method returns.</param>
/// <returns>False refuses the connection.</returns>
public delegate bool RpcAdmission(DatagramAddress address, ReadOnlySpan<byte> handshakeData);

/// <summary>Settings of a peer. Both sides of a connection may differ in all of them.</summary>
public sealed record RpcOptions
{
    /// <summary>The most calls that <see cref="MaxCallsInFlight"/> allows.</summary>
    public const int CallsInFlightMax = 65_536;

    /// <summary>How long a call waits for its answer, unless its client says otherwise; <see cref="Timeout.InfiniteTimeSpan"/>: as long as the connection lives.</summary>
    public TimeSpan CallTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Calls of a connection that have no answer yet, at most; the next one fails. 1 to 65,536.</summary>
    public int MaxCallsInFlight { get; init; } = 256;

    /// <summary>
    /// Calls of a connection that this side's services work on at once, at most, one-way ones included. A request beyond it is answered by
    /// <see cref="RpcErrorCode.TooManyCalls"/>; an unreliable one-way call is dropped; a reliable one ends the connection, as it must not be lost in silence.
    /// </summary>
    public int MaxServedCalls { get; init; } = 1_024;

    /// <summary>The largest arguments or result of a call, sent or taken, bytes.</summary>
    public int MaxPayloadBytes { get; init; } = 64 * 1_024;

    /// <summary>
    /// True: code that awaits an answer goes on on the thread pool. False: on the thread that ends the call, which is the endpoint's for answers and a timer's for timeouts;
    /// a game loop that polls by itself gets its answers in its own thread so. That code must not block.
    /// </summary>
    public bool RunContinuationsAsynchronously { get; init; } = true;

    /// <summary>The clock of timeouts. On a simulated network it is the network's.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Decides who may connect; null: everybody whose contracts fit. Called on the endpoint's thread.</summary>
    public RpcAdmission? Admit { get; init; }

    /// <summary>Told of a connection that stands, after its services were made. Called on the endpoint's thread.</summary>
    public Action<RpcConnection>? Connected { get; init; }

    /// <summary>Told of the end of a connection, once for each, also of one that could not be made. Called on the endpoint's thread.</summary>
    public Action<RpcConnection, RpcException>? Disconnected { get; init; }

    /// <summary>Told of what a service threw, and of results that cannot be sent: what callers do not learn. Called on whichever thread it happened; what it throws changes nothing.</summary>
    public Action<RpcConnection, RpcMethod?, Exception>? ServiceFailed { get; init; }

    internal void Check()
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxCallsInFlight, 1, nameof(MaxCallsInFlight));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(MaxCallsInFlight, CallsInFlightMax, nameof(MaxCallsInFlight));
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxServedCalls, 1, nameof(MaxServedCalls));
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxPayloadBytes, 1, nameof(MaxPayloadBytes));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(MaxPayloadBytes, 1 << 30, nameof(MaxPayloadBytes));
        CheckTimeout(CallTimeout);
    }

    internal static void CheckTimeout(TimeSpan timeout)
    {
        if (timeout != Timeout.InfiniteTimeSpan) ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(timeout, TimeSpan.Zero, nameof(timeout));
    }
}
