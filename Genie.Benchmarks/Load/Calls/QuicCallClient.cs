using Genie.Rpc.Quic;

namespace Genie.Benchmarks.Load.Calls;

/// <summary>The generated client of <see cref="EmptyFunctions"/>.</summary>
internal sealed class QuicCallClient : ICallClient
{
    private readonly QuicRpcConnection _connection;
    private readonly EmptyFunctionsClient _client;

    private QuicCallClient(QuicRpcConnection connection)
    {
        var client = default(EmptyFunctionsClient);
        connection.BindClient(ref client);
        (_connection, _client) = (connection, client);
    }

    /// <summary>Connects.</summary>
    public static async Task<ICallClient> ConnectAsync(CallAddress address)
    {
        using var certificate = address.LoadCertificate();
        var trust = new QuicRpcTrust { PinnedKeys = [QuicRpcTrust.PinOf(certificate)] };
        var options = new QuicRpcConnectOptions { EndPoint = address.EndPoint(), Trust = trust };
        return new QuicCallClient(await QuicRpcConnection.ConnectAsync(options, new QuicRpcService<string>(), "server").ConfigureAwait(false));
    }

    /// <inheritdoc/>
    public ValueTask CallAsync(int caller) => _client.Call();

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _connection.DisposeAsync();
}
