namespace Genie.Rpc.Quic;

/// <summary>What one call asks for.</summary>
/// <param name="Timeout">The call's deadline from now, sent to the other side too. Null: <see cref="QuicRpcOptions.CallTimeout"/>.</param>
/// <param name="Metadata">What travels with it; null: nothing but the trace context, if there is one.</param>
public readonly record struct QuicRpcCallOptions(TimeSpan? Timeout = null, QuicRpcMetadata? Metadata = null);
