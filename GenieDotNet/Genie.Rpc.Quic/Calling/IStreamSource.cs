using System.Net.Quic;

namespace Genie.Rpc.Quic;

/// <summary>Where the streams of calls come from.</summary>
internal interface IStreamSource
{
    /// <summary>Opens a bidirectional stream; waits while the peer allows no more of them.</summary>
    ValueTask<QuicStream> OpenAsync(CancellationToken cancellationToken);
}
