// CallSystem says whether QUIC is here before any of this runs.
#pragma warning disable CA1416
using System.Collections.Concurrent;
using System.Net;
using System.Net.Quic;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace Genie.Benchmarks.Load.Calls;

/// <summary>Sends back what comes on QUIC streams: no messages, no deadlines, no answers that are matched.</summary>
internal sealed class EchoCallServer : ICallServer
{
    /// <summary>As many bytes as a call of Genie.Rpc.Quic without argument.</summary>
    public const int PayloadBytes = 8;

    // More than callers of any table.
    private const int StreamsMax = 4096;

    /// <summary>The protocol's name in the handshake.</summary>
    public static readonly SslApplicationProtocol Protocol = new("echo");

    private readonly QuicListener _listener;
    private readonly ConcurrentBag<QuicConnection> _connections = [];
    private readonly Task _accepting;

    private EchoCallServer(QuicListener listener)
    {
        _listener = listener;
        _accepting = AcceptAsync();
    }

    /// <inheritdoc/>
    public int Port => _listener.LocalEndPoint.Port;

    /// <summary>Starts it.</summary>
    public static async Task<ICallServer> StartAsync(X509Certificate2 certificate, IPAddress address) => new EchoCallServer(await QuicListener.ListenAsync(new QuicListenerOptions
    {
        ListenEndPoint = new IPEndPoint(address, 0),
        ApplicationProtocols = [Protocol],
        ConnectionOptionsCallback = (_, _, _) => ValueTask.FromResult(new QuicServerConnectionOptions
        {
            DefaultCloseErrorCode = 0,
            DefaultStreamErrorCode = 0,
            MaxInboundBidirectionalStreams = StreamsMax,
            ServerAuthenticationOptions = new SslServerAuthenticationOptions { ApplicationProtocols = [Protocol], ServerCertificate = certificate },
        }),
    }).ConfigureAwait(false));

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _listener.DisposeAsync().ConfigureAwait(false);
        await _accepting.ConfigureAwait(false);
        foreach (var connection in _connections) await connection.DisposeAsync().ConfigureAwait(false);
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                var connection = await _listener.AcceptConnectionAsync().ConfigureAwait(false);
                _connections.Add(connection);
                _ = ServeAsync(connection);
            }
        }
        catch (Exception error) when (error is QuicException or ObjectDisposedException)
        {
            // The listener was disposed.
        }
    }

    private static async Task ServeAsync(QuicConnection connection)
    {
        try
        {
            while (true) _ = EchoAsync(await connection.AcceptInboundStreamAsync().ConfigureAwait(false));
        }
        catch (Exception error) when (error is QuicException or ObjectDisposedException)
        {
            // The client has gone.
        }
    }

    private static async Task EchoAsync(QuicStream accepted)
    {
        await using var stream = accepted;
        var buffer = new byte[PayloadBytes];
        try
        {
            while (await stream.ReadAsync(buffer).ConfigureAwait(false) is > 0 and var bytes) await stream.WriteAsync(buffer.AsMemory(0, bytes)).ConfigureAwait(false);
        }
        catch (Exception error) when (error is QuicException or ObjectDisposedException)
        {
            // Likewise.
        }
    }
}
