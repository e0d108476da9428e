using System.Buffers;
using System.Collections.Concurrent;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.ZeroMQ.Wire;
using Genie.Testing;

namespace Genie.Brokers.ZeroMQ.Tests.Foreign;

/// <summary>Our driver on one side, libzmq on the other.</summary>
public sealed class LibZmqTests
{
    private static readonly byte[] Channel = "orders"u8.ToArray();
    private static readonly byte[] Key = [1, 2, 3, 4, 5, 6, 7, 8];

    public LibZmqTests() => Skip.If(ServerUnderTest.WhyUnavailable("libzmq", LibZmq.IsInstalled) is { } reason, ServerUnderTest.WhyUnavailable("libzmq", LibZmq.IsInstalled));

    [SkippableFact]
    public async Task A_libzmq_dealer_gets_answers_from_our_listener()
    {
        var options = Brokerless.FreePort();
        await using var broker = new ZeroMQWireBroker(options);
        await using var listener = await broker.ListenAsync("orders", new ListenOptions(), Echo, default);
        using var dealer = new LibZmqSocket(LibZmq.Dealer);
        dealer.Set(LibZmq.OptionHeartbeatInterval, 50);
        dealer.Connect(options.Url.Port);
        foreach (var size in new[] { 0, 1, 255, 256, 70_000 })
        {
            var payload = new byte[size];
            Random.Shared.NextBytes(payload);
            dealer.Send(Key, Channel, payload);
            var answer = dealer.Receive();
            Assert.Equal(2, answer.Count);
            Assert.Equal(Key, answer[0]);
            Assert.Equal(ReplyEnvelope.Success, answer[1][0]);
            Assert.Equal(payload, answer[1][1..]);
        }

        dealer.Send(Key, "nobody"u8.ToArray(), []);
        Assert.Single(dealer.Receive());
    }

    [SkippableFact]
    public async Task A_libzmq_push_reaches_our_listener_in_order()
    {
        var options = Brokerless.FreePort();
        await using var broker = new ZeroMQWireBroker(options);
        var received = new ConcurrentQueue<int>();
        await using var listener = await broker.ListenAsync("orders", new ListenOptions(), (message, _, _) =>
        {
            received.Enqueue(BitConverter.ToInt32(message.ToArray()));
            return ValueTask.CompletedTask;
        }, default);
        using var push = new LibZmqSocket(LibZmq.Push);
        push.Connect(options.Url.Port);
        for (var i = 0; i < 5000; i++) push.Send([], Channel, BitConverter.GetBytes(i));
        await Until.TrueAsync(() => received.Count == 5000);
        Assert.Equal(Enumerable.Range(0, 5000), received);
    }

    [SkippableFact]
    public async Task Our_requests_reach_a_libzmq_router_and_its_answers_reach_us()
    {
        var options = Brokerless.FreePort();
        using var router = new LibZmqSocket(LibZmq.Router);
        router.Bind(options.Url.Port);
        await using var broker = new ZeroMQWireBroker(options);
        await using var connection = await broker.ConnectAsync("orders", new ConnectionOptions(), default);
        for (var i = 0; i < 100; i++)
        {
            var request = connection.RequestAsync(new byte[i * 7], default).AsTask();

            // A ROUTER puts the routing id of the link before the frames, and takes it off again when it answers.
            var frames = router.Receive();
            Assert.Equal(4, frames.Count);
            Assert.Equal(Channel, frames[2]);
            router.Send(frames[0], frames[1], [ReplyEnvelope.Success, .. frames[3]]);
            using var reply = await request.WaitAsync(TimeSpan.FromSeconds(30));
            Assert.Equal(i * 7, reply.Payload.Length);
        }

        await connection.FlushAsync(default).AsTask().WaitAsync(TimeSpan.FromSeconds(30));
    }

    [SkippableFact]
    public async Task Our_push_fills_a_libzmq_pull_without_loss()
    {
        var options = Brokerless.FreePort() with { OneWay = OneWaySocket.Push };
        using var pull = new LibZmqSocket(LibZmq.Pull);
        pull.Bind(options.Url.Port);
        await using var broker = new ZeroMQWireBroker(options);

        // A PULL refuses the DEALER that requests would use; one-way messages do not need it.
        await using var connection = await broker.ConnectAsync("orders", new ConnectionOptions(), default);
        var sending = Task.Run(async () =>
        {
            for (var i = 0; i < 20_000; i++) await connection.SendAsync(BitConverter.GetBytes(i), default);
        });
        for (var i = 0; i < 20_000; i++) Assert.Equal(i, BitConverter.ToInt32(pull.Receive()[2]));
        await sending;
    }

    [SkippableFact]
    public async Task A_libzmq_client_with_the_right_password_is_served_and_one_with_a_wrong_is_not()
    {
        var options = Brokerless.FreePort();
        var port = options.Url.Port;
        await using var broker = new ZeroMQWireBroker(options with { Url = new Uri($"tcp://ann:secret@127.0.0.1:{port}") });
        await using var listener = await broker.ListenAsync("orders", new ListenOptions(), Echo, default);
        using var right = Plain("secret");
        right.Send(Key, Channel, [42]);
        Assert.Equal(42, right.Receive()[1][1]);
        using var wrong = Plain("guess");
        wrong.Set(LibZmq.OptionReceiveTimeout, 1000);
        wrong.Set(LibZmq.OptionLinger, 0);
        wrong.Send(Key, Channel, [42]);
        Assert.ThrowsAny<Xunit.Sdk.XunitException>(() => wrong.Receive());

        LibZmqSocket Plain(string password)
        {
            var socket = new LibZmqSocket(LibZmq.Dealer);
            socket.Set(LibZmq.OptionPlainUser, "ann");
            socket.Set(LibZmq.OptionPlainPassword, password);
            socket.Connect(port);
            return socket;
        }
    }

    [SkippableFact]
    public async Task A_message_of_another_shape_is_named_and_costs_its_sender_the_link()
    {
        var options = Brokerless.FreePort();
        using var events = new UnreadableMessages();
        await using var broker = new ZeroMQWireBroker(options);
        await using var listener = await broker.ListenAsync("orders", new ListenOptions(), Echo, default);
        using var push = new LibZmqSocket(LibZmq.Push);
        push.Connect(options.Url.Port);
        await SendUntilSaidAsync("more than 3 frames", [], Channel, [1], [2], [3]);
        await SendUntilSaidAsync("a message of 1 frames, the first of 3 bytes", [[1, 2, 3]]);
        using var dealer = new LibZmqSocket(LibZmq.Dealer);
        dealer.Connect(options.Url.Port);
        dealer.Send(Key, Channel, [42]);
        Assert.Equal(42, dealer.Receive()[1][1]);

        // More than once, as what is sent while the link is ending is lost with it.
        Task SendUntilSaidAsync(string what, params byte[][] frames) => Until.TrueAsync(() =>
        {
            push.Send(frames);
            return events.Said.Any(text => text.Contains(what, StringComparison.Ordinal));
        });
    }

    private static ValueTask Echo(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        foreach (var segment in message) reply.Write(segment.Span);
        return ValueTask.CompletedTask;
    }
}
