using System.Buffers;
using Genie.Brokers.Links;
using Genie.Brokers.ZeroMQ.Wire;
using Genie.Brokers.ZeroMQ.Wire.Protocol;

namespace Genie.Brokers.ZeroMQ.Tests.Protocol;

public sealed class HeartbeatTests
{
    [Fact]
    public async Task A_ping_is_answered_by_a_pong_with_its_context()
    {
        var options = Brokerless.FreePort() with { HeartbeatInterval = TimeSpan.Zero };
        await using var broker = new ZeroMQWireBroker(options);
        await using var listener = await broker.ListenAsync("c", new ListenOptions(), (_, _, _) => ValueTask.CompletedTask, default);
        await using var transport = await LinkTransport.ConnectAsync(new LinkOptions { Broker = "zeromq", Host = options.Url.Host, Port = options.Url.Port }, default);
        await ZmtpHandshake.AsClientAsync(transport, ZmtpSocketType.Dealer, credentials: null, default);

        // Time to live in two bytes, then the context (ZMTP 3.1, "Connection Heartbeating").
        byte[] context = [1, 2, 3];
        await transport.Stream.WriteAsync(new ZmtpCommand(ZmtpCommand.Ping, [0, 100, .. context]).ToFrame());

        var pong = new ZmtpCommand(ZmtpCommand.Pong, context).ToFrame();
        var read = await transport.Reader.ReadAtLeastAsync(pong.Length);
        Assert.Equal(pong, read.Buffer.ToArray());
    }
}
