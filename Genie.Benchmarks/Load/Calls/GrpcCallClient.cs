using System.Net;
using System.Net.Security;
using Google.Protobuf.WellKnownTypes;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Genie.Benchmarks.Load.Calls;

/// <summary>Grpc.Net.Client as it comes, over HTTP/2 or HTTP/3: one connection, calls with a deadline.</summary>
internal sealed class GrpcCallClient : ICallClient
{
    // That of Genie.Rpc.Quic where none is given.
    private static readonly TimeSpan CallTimeout = TimeSpan.FromSeconds(30);
    private static readonly Empty Nothing = new();

    private readonly GrpcChannel _channel;
    private readonly EmptyCalls.EmptyCallsClient _client;

    private GrpcCallClient(GrpcChannel channel) => (_channel, _client) = (channel, new EmptyCalls.EmptyCallsClient(channel));

    /// <summary>Connects, which a first call shows.</summary>
    public static async Task<ICallClient> ConnectAsync(CallAddress address, HttpProtocols protocol)
    {
        var client = new GrpcCallClient(GrpcChannel.ForAddress($"https://{address.EndPoint()}", Options(address, protocol)));
        try
        {
            await client.CallAsync(0).ConfigureAwait(false);
            return client;
        }
        catch
        {
            client._channel.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask CallAsync(int caller)
    {
        using var call = _client.CallAsync(Nothing, deadline: DateTime.UtcNow + CallTimeout);
        await call.ResponseAsync.ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _channel.Dispose();
        return ValueTask.CompletedTask;
    }

    private static GrpcChannelOptions Options(CallAddress address, HttpProtocols protocol) => new()
    {
        HttpVersion = protocol == HttpProtocols.Http3 ? HttpVersion.Version30 : HttpVersion.Version20,
        HttpVersionPolicy = HttpVersionPolicy.RequestVersionExact,
        DisposeHttpClient = true,
        // With a handler of its own the channel would look for a TCP port first, which HTTP/3 has none of.
        HttpClient = new HttpClient(new SocketsHttpHandler { SslOptions = new SslClientAuthenticationOptions { RemoteCertificateValidationCallback = address.Pinned() } }),
    };
}
