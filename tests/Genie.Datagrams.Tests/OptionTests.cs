using System.Net;

namespace Genie.Datagrams.Tests;

public sealed class OptionTests
{
    public static TheoryData<string, string> Bad
    {
        get
        {
            var all = new TheoryData<string, string>();
            foreach (var transport in TestTransport.All)
            {
                foreach (var name in Changes.Keys) all.Add(name, transport);
            }

            return all;
        }
    }

    private static Dictionary<string, Func<DatagramOptions, DatagramOptions>> Changes { get; } = new(StringComparer.Ordinal)
    {
        ["MaxConnections -1"] = options => options with { MaxConnections = -1 },
        ["MaxMessageBytes 0"] = options => options with { MaxMessageBytes = 0 },
        ["MaxQueuedBytes 0"] = options => options with { MaxQueuedBytes = 0 },
        ["MaxReassemblyBytes -1"] = options => options with { MaxReassemblyBytes = -1 },
        ["MaxDatagramBytes 1199"] = options => options with { MaxDatagramBytes = 1_199 },
        ["MaxDatagramBytes 65508"] = options => options with { MaxDatagramBytes = 65_508 },
        ["SocketBufferBytes 0"] = options => options with { SocketBufferBytes = 0 },
        ["MaxAcknowledgementDelay infinite"] = options => options with { MaxAcknowledgementDelay = Timeout.InfiniteTimeSpan },
        ["MaxAcknowledgementDelay 20 s"] = options => options with { MaxAcknowledgementDelay = TimeSpan.FromSeconds(20), IdleTimeout = TimeSpan.FromMinutes(1) },
        ["KeepAliveInterval 0"] = options => options with { KeepAliveInterval = TimeSpan.Zero },
        ["KeepAliveInterval 1 us"] = options => options with { KeepAliveInterval = TimeSpan.FromMicroseconds(1) },
        ["KeepAliveInterval infinite"] = options => options with { KeepAliveInterval = Timeout.InfiniteTimeSpan },
        ["KeepAliveInterval as long as the other"] = options => options with { KeepAliveInterval = TimeSpan.FromSeconds(3), IdleTimeout = TimeSpan.FromSeconds(3) },
        ["KeepAliveInterval as nothing is"] = options => options with { IdleTimeout = Timeout.InfiniteTimeSpan },
        ["ConnectTimeout 0"] = options => options with { ConnectTimeout = TimeSpan.Zero },
        ["ConnectTimeout infinite"] = options => options with { ConnectTimeout = Timeout.InfiniteTimeSpan },
        ["LingerTimeout infinite"] = options => options with { LingerTimeout = Timeout.InfiniteTimeSpan },
    };

    [Theory]
    [MemberData(nameof(Bad))]
    public void A_setting_that_nothing_works_with_is_refused_by_its_name(string change, string transport)
    {
        var options = Changes[change](new DatagramOptions().Over(transport));
        var any = new IPEndPoint(IPAddress.Loopback, 0);
        foreach (var open in (Func<DatagramEndpoint>[])[() => DatagramEndpoint.Listen(any, new RecordingHandler(), options), () => DatagramEndpoint.OpenClient(new RecordingHandler(), options)])
        {
            var error = Assert.Throws<ArgumentOutOfRangeException>(() => open().Dispose());
            Assert.Equal(change.Split(' ')[0], error.ParamName);
        }
    }

    /// <summary>The smallest makes the handshake larger than a message, the largest everything that is computed from it.</summary>
    [Theory]
    [InlineData(TestTransport.Udp, 1)]
    [InlineData(TestTransport.Tcp, 1)]
    [InlineData(TestTransport.LiteNetLib, 1)]
    [InlineData(TestTransport.Udp, int.MaxValue)]
    [InlineData(TestTransport.Tcp, int.MaxValue)]
    [InlineData(TestTransport.LiteNetLib, int.MaxValue)]
    public void Messages_may_be_as_small_or_large_as_one_likes(string transport, int maxMessageBytes)
    {
        var options = new DatagramOptions { MaxMessageBytes = maxMessageBytes, ConnectTimeout = TimeSpan.FromMinutes(1), IdleTimeout = TimeSpan.FromMinutes(2) }.Over(transport);
        var serverHandler = new RecordingHandler(echoes: true);
        var clientHandler = new RecordingHandler();
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), serverHandler, options);
        using var client = DatagramEndpoint.OpenClient(clientHandler, options);
        server.Start();
        client.Start();
        var data = new byte[DatagramOptions.MaxHandshakeDataBytes];
        var link = client.Connect(server.LocalAddress.ToEndPoint(), data);
        link.Send([7], DeliveryMode.ReliableOrdered);
        Assert.True(SpinWait.SpinUntil(() => !clientHandler.Messages.IsEmpty || link.EndReason is not null, TimeSpan.FromMinutes(1)));
        Assert.Null(link.EndReason);
        Assert.Equal([7], Assert.Single(clientHandler.Messages).Bytes);
        Assert.Equal(data, Assert.Single(serverHandler.Connected).Data);
    }

    [Theory]
    [InlineData(TestTransport.Tcp)]
    [InlineData(TestTransport.LiteNetLib)]
    public void A_message_that_is_larger_than_the_receiver_takes_ends_a_connection_however_large_a_handshake_may_be(string transport)
    {
        var options = new DatagramOptions { ConnectTimeout = TimeSpan.FromMinutes(1), IdleTimeout = TimeSpan.FromMinutes(2) }.Over(transport);
        var serverHandler = new RecordingHandler();
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), serverHandler, options with { MaxMessageBytes = 10 });
        using var client = DatagramEndpoint.OpenClient(new RecordingHandler(), options);
        server.Start();
        client.Start();
        client.Connect(server.LocalAddress.ToEndPoint()).Send(new byte[11], DeliveryMode.ReliableOrdered);
        Assert.True(SpinWait.SpinUntil(() => !serverHandler.Disconnected.IsEmpty, TimeSpan.FromMinutes(1)));
        Assert.Equal(DisconnectReason.ProtocolViolation, serverHandler.Disconnected.First().Reason);
        Assert.Empty(serverHandler.Messages);
    }
}
