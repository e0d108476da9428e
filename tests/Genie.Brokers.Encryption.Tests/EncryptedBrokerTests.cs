using System.Buffers;
using System.Text;
using Genie.Brokers.InMemory;
using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption.Tests;

public sealed class EncryptedBrokerTests : IAsyncLifetime, IDisposable
{
    private const string Channel = "letters";
    private readonly IdentityKeyPair _sender = IdentityKeyPair.Generate();
    private readonly IdentityKeyPair _listener = IdentityKeyPair.Generate();
    private readonly Tap _tap = new(new InMemoryBroker(new InMemoryOptions()));
    private readonly List<string> _handled = [];
    private EncryptedBroker _sending = null!;
    private EncryptedBroker _listening = null!;

    public async Task InitializeAsync()
    {
        _sending = new EncryptedBroker(_tap, new EncryptionOptions { Identity = _sender, Listener = _listener.Public });
        _listening = new EncryptedBroker(_tap, new EncryptionOptions { Identity = _listener });
        await _listening.ListenAsync(Channel, new ListenOptions(), EchoAsync, default);
    }

    public async Task DisposeAsync()
    {
        await _sending.DisposeAsync();
        await _listening.DisposeAsync();
    }

    public void Dispose()
    {
        _sender.Dispose();
        _listener.Dispose();
    }

    [Fact]
    public async Task The_system_sees_neither_message_nor_answer_nor_error()
    {
        await using var connection = await ConnectAsync();
        Assert.Equal("a secret letter", await AskAsync(connection, "a secret letter"));
        await connection.SendAsync(Encoding.UTF8.GetBytes("a secret note"), default);
        var error = await Assert.ThrowsAsync<RemoteHandlerException>(() => AskAsync(connection, "fail with a secret"));
        Assert.Contains("fail with a secret", error.Message, StringComparison.Ordinal);
        Assert.All(_tap.Messages.Concat(_tap.Answers), bytes => Assert.Equal(-1, bytes.AsSpan().IndexOf("secret"u8)));
        Assert.Contains("a secret note", _handled);
    }

    [Fact]
    public async Task A_listener_that_is_another_than_named_gets_nothing()
    {
        using var somebody = IdentityKeyPair.Generate();
        await using var broker = new EncryptedBroker(new Unowned(_tap), new EncryptionOptions { Identity = _sender, Listener = somebody.Public });
        await using var connection = await broker.ConnectAsync(Channel, new ConnectionOptions(), default);
        var error = await Assert.ThrowsAsync<EncryptionException>(() => AskAsync(connection, "hello"));
        Assert.Equal("inmemory: the listener is another than it should be", error.Message);
        Assert.False(error.IsTransient);
        Assert.Empty(_handled);
    }

    [Fact]
    public async Task A_sender_that_is_not_admitted_is_told_so()
    {
        await using var closed = new EncryptedBroker(
            new Unowned(_tap), new EncryptionOptions { Identity = _listener, Admits = identity => !identity.Equals(_sender.Public) });
        await closed.ListenAsync("closed", new ListenOptions(), EchoAsync, default);
        await using var connection = await _sending.ConnectAsync("closed", new ConnectionOptions(), default);
        var error = await Assert.ThrowsAsync<EncryptionException>(() => AskAsync(connection, "hello"));
        Assert.Equal("inmemory: the listener does not admit this identity", error.Message);
    }

    [Fact]
    public async Task A_replayed_message_is_refused_and_counted_and_the_session_goes_on()
    {
        await using var connection = await ConnectAsync();
        await AskAsync(connection, "once");
        var replayed = _tap.Messages.Last();
        await using var attacker = await _tap.ConnectAsync(Channel, new ConnectionOptions(), default);
        await Assert.ThrowsAsync<RemoteHandlerException>(async () => (await attacker.RequestAsync(replayed, default)).Dispose());
        Assert.Equal(1, _listening.Refused);
        Assert.Equal("again", await AskAsync(connection, "again"));
        Assert.Equal(["once", "again"], _handled);
    }

    [Fact]
    public async Task A_message_cannot_pass_as_one_of_another_kind_or_session_or_channel()
    {
        await _listening.ListenAsync("elsewhere", new ListenOptions(), EchoAsync, default);
        await using var connection = await ConnectAsync();
        await AskAsync(connection, "first");
        foreach (var (change, channel) in new (Action<byte[]>, string)[] { (bytes => bytes[0] = EncryptedMessage.OneWay, Channel), (static _ => { }, "elsewhere") })
        {
            // It is held back, so that it would be new to whoever takes it.
            byte[]? held = null;
            _tap.Message = message =>
            {
                held = message;
                return [0];
            };
            await Assert.ThrowsAsync<RemoteHandlerException>(() => AskAsync(connection, "held"));
            _tap.Message = static message => message;
            change(held!);
            await using var attacker = await _tap.ConnectAsync(channel, new ConnectionOptions(), default);
            try
            {
                using var answer = await attacker.RequestAsync(held, default);
                Assert.Equal([EncryptedMessage.UnknownSession], answer.Payload.ToArray());
            }
            catch (RemoteHandlerException)
            {
                // Refused.
            }
        }

        Assert.Equal("next", await AskAsync(connection, "next"));
        Assert.Equal(["first", "next"], _handled);
    }

    [Fact]
    public async Task An_answer_to_another_request_is_refused()
    {
        await using var connection = await ConnectAsync();
        await AskAsync(connection, "first");

        byte[]? other = null;
        _tap.Answer = answer =>
        {
            other = answer;
            return [EncryptedMessage.Answered];
        };
        await Assert.ThrowsAsync<EncryptionException>(() => AskAsync(connection, "second"));
        _tap.Answer = _ => other!;
        await Assert.ThrowsAsync<EncryptionException>(() => AskAsync(connection, "third"));
        _tap.Answer = static answer => answer;
        Assert.Equal("fourth", await AskAsync(connection, "fourth"));
    }

    [Fact]
    public async Task A_listener_that_begins_anew_is_agreed_with_anew()
    {
        await using var inner = new InMemoryBroker(new InMemoryOptions());
        await using var sending = new EncryptedBroker(new Unowned(inner), new EncryptionOptions { Identity = _sender, Listener = _listener.Public });
        await using var connection = await sending.ConnectAsync(Channel, new ConnectionOptions(), default);
        await using (await ListenAsync(inner)) Assert.Equal("to the first", await AskAsync(connection, "to the first"));
        await using (await ListenAsync(inner)) Assert.Equal("to the second", await AskAsync(connection, "to the second"));

        async Task<EncryptedBroker> ListenAsync(InMemoryBroker system)
        {
            var broker = new EncryptedBroker(new Unowned(system), new EncryptionOptions { Identity = _listener });
            await broker.ListenAsync(Channel, new ListenOptions(), EchoAsync, default);
            return broker;
        }
    }

    [Fact]
    public async Task The_oldest_session_makes_room_and_its_sender_agrees_anew()
    {
        await using var small = new EncryptedBroker(new Unowned(_tap), new EncryptionOptions { Identity = _listener, SessionsMax = 2 });
        await small.ListenAsync("small", new ListenOptions(), EchoAsync, default);
        var connections = new List<IBrokerConnection>();
        for (var i = 0; i < 4; i++) connections.Add(await _sending.ConnectAsync("small", new ConnectionOptions(), default));
        for (var round = 0; round < 2; round++)
        {
            foreach (var connection in connections) Assert.Equal($"round {round}", await AskAsync(connection, $"round {round}"));
        }
    }

    [Fact]
    public async Task Garbage_reaches_no_handler_and_ends_nothing()
    {
        var seed = Environment.TickCount;
        var random = new Random(seed);
        await using var attacker = await _tap.ConnectAsync(Channel, new ConnectionOptions(), default);
        for (var i = 0; i < 2_000; i++)
        {
            var garbage = new byte[random.Next(200)];
            random.NextBytes(garbage);
            if (garbage.Length > 0) garbage[0] = (byte)random.Next(6);
            try
            {
                (await attacker.RequestAsync(garbage, default)).Dispose();
            }
            catch (RemoteHandlerException error)
            {
                Assert.True(error.Message.Contains(nameof(EncryptionException), StringComparison.Ordinal), $"seed {seed}, input {i}: {error.Message}");
            }
        }

        await using var connection = await ConnectAsync();
        Assert.Equal("still here", await AskAsync(connection, "still here"));
        Assert.Equal(["still here"], _handled);
    }

    private static async Task<string> AskAsync(IBrokerConnection connection, string text)
    {
        using var reply = await connection.RequestAsync(Encoding.UTF8.GetBytes(text), default);
        return Encoding.UTF8.GetString(reply.Payload.Span);
    }

    private async Task<IBrokerConnection> ConnectAsync() => await _sending.ConnectAsync(Channel, new ConnectionOptions(), default);

    private ValueTask EchoAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        var text = Encoding.UTF8.GetString(message);
        lock (_handled) _handled.Add(text);
        if (text.StartsWith("fail", StringComparison.Ordinal)) throw new InvalidOperationException(text);
        foreach (var segment in message) reply.Write(segment.Span);
        return ValueTask.CompletedTask;
    }
}
