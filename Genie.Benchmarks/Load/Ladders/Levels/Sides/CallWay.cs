using System.Buffers;
using System.Net;
using Genie.Brokers;
using Genie.Datagrams;
using Genie.Datagrams.Rpc;

namespace Genie.Benchmarks.Load.Ladders.Levels.Sides;

/// <summary>Calls by Genie.Datagrams.Rpc, which are reliable and in order.</summary>
internal sealed class CallWay(DatagramOptions options) : ILevelWay
{
    /// <inheritdoc/>
    public Task<ILevelServer> ServeAsync(MessageHandler handler, CancellationToken cancellationToken)
    {
        var peer = new RpcPeer().Serve(LevelCallsContract.Instance, new Service(handler));
        var endpoint = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), peer, options);
        endpoint.Start();
        return Task.FromResult<ILevelServer>(new EndpointServer(endpoint));
    }

    /// <inheritdoc/>
    public async Task<ILevelClient> ConnectAsync(int port, CancellationToken cancellationToken)
    {
        var peer = new RpcPeer().Calls(LevelCallsContract.Instance);
        var endpoint = DatagramEndpoint.OpenClient(peer, options, new IPEndPoint(IPAddress.Loopback, 0));
        try
        {
            endpoint.Start();
            var connection = peer.Connect(endpoint, new IPEndPoint(IPAddress.Loopback, port));
            await connection.Connected.WaitAsync(cancellationToken).ConfigureAwait(false);
            return new Client(endpoint, new LevelCallsClient(connection));
        }
        catch
        {
            endpoint.Dispose();
            throw;
        }
    }

    private sealed class Client(DatagramEndpoint endpoint, LevelCallsClient calls) : ILevelClient
    {
        public async ValueTask RequestAsync(ReadOnlyMemory<byte> request, IBufferWriter<byte> answer, CancellationToken cancellationToken) =>
            answer.Write(await calls.Request(request.ToArray(), cancellationToken).ConfigureAwait(false));

        public ValueTask DisposeAsync()
        {
            endpoint.Dispose();
            return ValueTask.CompletedTask;
        }
    }

    private sealed class Service(MessageHandler handler) : ILevelCalls
    {
        public async ValueTask<byte[]> Request(byte[] request, CancellationToken cancellationToken)
        {
            var answer = new ArrayBufferWriter<byte>(request.Length);
            await handler(new ReadOnlySequence<byte>(request), answer, cancellationToken).ConfigureAwait(false);
            return answer.WrittenSpan.ToArray();
        }
    }
}
