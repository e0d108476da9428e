using System.Net.Quic;
using Genie.Rpc.Quic.Tests.Streaming;

namespace Genie.Rpc.Quic.Tests.Connections;

/// <summary>One QUIC connection for calls and for other things: the first byte of a stream says which.</summary>
public sealed class SharedConnectionTests
{
    private const byte OfCalls = 1;
    private const byte OfOthers = 2;

    [SkippableFact]
    public async Task Streams_that_begin_with_a_head_of_the_applications_are_handled_one_by_one()
    {
        await using var peers = await Peers.StartAsync();
        await using var shared = await SharedConnection.StartAsync(peers);
        peers.ServerSide.RegisterFunction<string, string>(0x0100, (_, text) => ValueTask.FromResult(text + "!"));
        peers.ServerSide.RegisterStreamingFunction(0x0101, RawStreamTests.EchoAsync);
        var serving = Task.Run(() => ServeAsync(peers, shared.ServerEnd));

        await using (var stream = await OpenAsync(shared.ClientEnd, OfCalls, peers.Stop))
        {
            for (var i = 0; i < 3; i++) Assert.Equal("a!", await peers.ClientSide.InvokeFunctionAsync<string, string>(stream, 0x0100, "a", peers.Stop));
        }

        await using (var stream = await OpenAsync(shared.ClientEnd, OfCalls, peers.Stop))
            await RawStreamTests.AssertEchoAsync(await peers.ClientSide.InvokeStreamingFunctionAsync(stream, 0x0101, peers.Stop), peers.Stop);
        await using (var stream = await OpenAsync(shared.ClientEnd, OfOthers, peers.Stop))
            Assert.Equal(42, await ReadByteAsync(stream, peers.Stop));
        await serving;
    }

    private static async Task ServeAsync(Peers peers, QuicConnection connection)
    {
        for (var i = 0; i < 3; i++)
        {
            var stream = await connection.AcceptInboundStreamAsync(peers.Stop);
            if (await ReadByteAsync(stream, peers.Stop) == OfCalls)
            {
                await peers.ServerSide.HandleStream(stream, new Session("shared"), null, peers.Stop);
                continue;
            }

            await stream.WriteAsync(new byte[] { 42 }, completeWrites: true, peers.Stop);
            await stream.DisposeAsync();
        }
    }

    private static async Task<QuicStream> OpenAsync(QuicConnection connection, byte head, CancellationToken stop)
    {
        var stream = await connection.OpenOutboundStreamAsync(QuicStreamType.Bidirectional, stop);
        await stream.WriteAsync(new[] { head }, stop);
        return stream;
    }

    private static async Task<int> ReadByteAsync(QuicStream stream, CancellationToken stop)
    {
        var one = new byte[1];
        await stream.ReadExactlyAsync(one, stop);
        return one[0];
    }
}
