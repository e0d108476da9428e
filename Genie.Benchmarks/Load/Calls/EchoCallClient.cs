// CallSystem says whether QUIC is here before any of this runs.
#pragma warning disable CA1416
using System.Net.Quic;
using System.Net.Security;

namespace Genie.Benchmarks.Load.Calls;

/// <summary>The other side of <see cref="EchoCallServer"/>: a stream of its own for each caller, which stays open.</summary>
internal sealed class EchoCallClient(QuicConnection connection) : ICallClient
{
    private static readonly TimeSpan KeepAlive = TimeSpan.FromSeconds(5);

    private readonly Dictionary<int, Lane> _lanes = [];
    private readonly Lock _lock = new();

    /// <summary>Connects.</summary>
    public static async Task<ICallClient> ConnectAsync(CallAddress address) => new EchoCallClient(await QuicConnection.ConnectAsync(new QuicClientConnectionOptions
    {
        RemoteEndPoint = address.EndPoint(),
        DefaultCloseErrorCode = 0,
        DefaultStreamErrorCode = 0,
        KeepAliveInterval = KeepAlive,
        ClientAuthenticationOptions = new SslClientAuthenticationOptions { ApplicationProtocols = [EchoCallServer.Protocol], RemoteCertificateValidationCallback = address.Pinned() },
    }).ConfigureAwait(false));

    /// <inheritdoc/>
    public async ValueTask CallAsync(int caller)
    {
        var (stream, buffer) = LaneOf(caller) ?? Add(caller, await connection.OpenOutboundStreamAsync(QuicStreamType.Bidirectional).ConfigureAwait(false));
        var sending = stream.WriteAsync(buffer);
        await stream.ReadExactlyAsync(buffer).ConfigureAwait(false);
        await sending.ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (var lane in _lanes.Values) await lane.Stream.DisposeAsync().ConfigureAwait(false);
        await connection.CloseAsync(0).ConfigureAwait(false);
        await connection.DisposeAsync().ConfigureAwait(false);
    }

    private Lane? LaneOf(int caller)
    {
        lock (_lock) return _lanes.GetValueOrDefault(caller);
    }

    private Lane Add(int caller, QuicStream stream)
    {
        var lane = new Lane(stream, new byte[EchoCallServer.PayloadBytes]);
        lock (_lock) _lanes[caller] = lane;
        return lane;
    }

    private sealed record Lane(QuicStream Stream, byte[] Buffer);
}
