using System.Net.Quic;

namespace Genie.Rpc.Quic;

/// <summary>The streams of one connection, for as long as it lives.</summary>
internal sealed class ConnectionStreams(QuicConnection connection) : IStreamSource
{
    public ValueTask<QuicStream> OpenAsync(CancellationToken cancellationToken) =>
        connection.OpenOutboundStreamAsync(QuicStreamType.Bidirectional, cancellationToken);
}
