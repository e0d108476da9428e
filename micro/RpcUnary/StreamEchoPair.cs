using System.Net;
using System.Net.Quic;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace RpcUnary;

/// <summary>The floor: bytes that are sent back on a QUIC stream of each caller's own, without messages, deadlines or answers that are matched.</summary>
internal sealed class StreamEchoPair : ICallPair
{
    /// <summary>As many as a call of Genie.Rpc.Quic sends here.</summary>
    private const int PayloadBytes = 48;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly SslApplicationProtocol Protocol = new("echo");

    private readonly QuicListener _listener;
    private readonly QuicConnection _connection;
    private readonly QuicConnection _accepted;
    private readonly QuicStream[] _streams;
    private readonly byte[][] _buffers;
    private readonly Task[] _echoes;

    private StreamEchoPair(QuicListener listener, QuicConnection connection, QuicConnection accepted, QuicStream[] streams)
    {
        (_listener, _connection, _accepted, _streams) = (listener, connection, accepted, streams);
        _buffers = [.. streams.Select(_ => new byte[PayloadBytes])];
        _echoes = [.. streams.Select(_ => Task.Run(EchoAsync))];
    }

    public string Name => "bare echo on a stream";

    public static async Task<StreamEchoPair> StartAsync(X509Certificate2 certificate, int callers)
    {
        var listener = await QuicListener.ListenAsync(new QuicListenerOptions
        {
            ListenEndPoint = new IPEndPoint(IPAddress.Loopback, 0),
            ApplicationProtocols = [Protocol],
            ConnectionOptionsCallback = (_, _, _) => ValueTask.FromResult(new QuicServerConnectionOptions
            {
                DefaultCloseErrorCode = 0,
                DefaultStreamErrorCode = 0,
                HandshakeTimeout = Limit,
                IdleTimeout = Limit,
                ServerAuthenticationOptions = new SslServerAuthenticationOptions { ApplicationProtocols = [Protocol], ServerCertificate = certificate },
            }),
        });
        var accepting = listener.AcceptConnectionAsync();
        var connection = await QuicConnection.ConnectAsync(new QuicClientConnectionOptions
        {
            RemoteEndPoint = listener.LocalEndPoint,
            DefaultCloseErrorCode = 0,
            DefaultStreamErrorCode = 0,
            HandshakeTimeout = Limit,
            IdleTimeout = Limit,
            KeepAliveInterval = Limit / 10,
            ClientAuthenticationOptions = new SslClientAuthenticationOptions
            {
                ApplicationProtocols = [Protocol],
                RemoteCertificateValidationCallback = (_, shown, _, _) => certificate.RawDataMemory.Span.SequenceEqual(shown!.GetRawCertData()),
            },
        });
        var streams = new QuicStream[callers];
        for (var i = 0; i < callers; i++) streams[i] = await connection.OpenOutboundStreamAsync(QuicStreamType.Bidirectional);
        return new StreamEchoPair(listener, connection, await accepting, streams);
    }

    public async ValueTask CallAsync(int caller)
    {
        var sending = _streams[caller].WriteAsync(_buffers[caller]);
        await _streams[caller].ReadExactlyAsync(_buffers[caller]);
        await sending;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var stream in _streams) await stream.DisposeAsync();
        await Task.WhenAll(_echoes);
        await _connection.DisposeAsync();
        await _accepted.DisposeAsync();
        await _listener.DisposeAsync();
    }

    private async Task EchoAsync()
    {
        await using var stream = await _accepted.AcceptInboundStreamAsync();
        var buffer = new byte[PayloadBytes];
        while (true)
        {
            var bytes = await stream.ReadAsync(buffer);
            if (bytes == 0) break;
            await stream.WriteAsync(buffer.AsMemory(0, bytes));
        }

        stream.CompleteWrites();
    }
}
