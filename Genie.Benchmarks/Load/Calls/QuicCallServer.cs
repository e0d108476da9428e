using System.Net;
using System.Security.Cryptography.X509Certificates;
using Genie.Rpc.Quic;

namespace Genie.Benchmarks.Load.Calls;

/// <summary>Genie.Rpc.Quic as it comes.</summary>
internal sealed class QuicCallServer(QuicRpcServer<string> server) : ICallServer
{
    /// <inheritdoc/>
    public int Port => server.LocalEndPoint.Port;

    /// <summary>Starts it.</summary>
    public static async Task<ICallServer> StartAsync(X509Certificate2 certificate, IPAddress address)
    {
        var service = new QuicRpcService<string>();
        service.BindFunctions(new EmptyFunctions());
        return new QuicCallServer(await QuicRpcServer.StartAsync(service, new QuicRpcListenOptions { Certificate = certificate, EndPoint = new IPEndPoint(address, 0) }, _ => "client").ConfigureAwait(false));
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => server.DisposeAsync();
}
