using Genie.Brokers.Encryption.Protocol;
using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption.Tests;

public sealed class EncryptedBrokerTests : EncryptionFixture
{
    [Fact]
    public async Task The_system_sees_neither_message_nor_answer_nor_error()
    {
        await ListenAsync();
        await using var connection = await ConnectAsync();
        Assert.Equal("a secret letter", await AskAsync(connection, "a secret letter"));
        await SendAsync(connection, "a secret note");
        var error = await Assert.ThrowsAsync<RemoteHandlerException>(() => AskAsync(connection, "fail with a secret"));
        Assert.Contains("fail with a secret", error.Message, StringComparison.Ordinal);
        Assert.All(Hostile.Messages.Concat(Hostile.Answers), bytes => Assert.Equal(-1, bytes.AsSpan().IndexOf("secret"u8)));
        Assert.Contains("a secret note", Handled);
    }

    [Fact]
    public async Task A_listener_that_is_another_than_named_gets_nothing()
    {
        await ListenAsync();
        using var somebody = IdentityKeyPair.Generate();
        await using var connection = await ConnectAsync(OfAlice with { Listener = somebody.Public });
        var error = await Assert.ThrowsAsync<EncryptionException>(() => AskAsync(connection, "hello"));
        Assert.Equal("inmemory: the listener is another than it should be", error.Message);
        Assert.False(error.IsTransient);
        await Assert.ThrowsAsync<EncryptionException>(async () => await SendAsync(connection, "hello"));
        Assert.Empty(Handled);
    }

    [Fact]
    public async Task Handlers_are_told_who_sent_what()
    {
        await ListenAsync();
        using var carol = IdentityKeyPair.Generate();
        await using var ours = await ConnectAsync();
        await using var hers = await ConnectAsync(OfAlice with { Identity = carol });
        await AskAsync(ours, "from Alice");
        await SendAsync(hers, "from Carol");
        Assert.Equal([Alice.Public, carol.Public], Received.Select(static message => message.Sender));
        Assert.Equal([true, false], Received.Select(static message => message.ExpectsAnswer));
        Assert.Equal(Clock.GetUtcNow(), Received[0].SentAt);
    }

    [Fact]
    public async Task Admission_is_asked_at_every_message()
    {
        var isAdmitted = true;
        await ListenAsync(OfBob with { Admits = identity => isAdmitted && identity.Equals(Alice.Public) });
        await using var connection = await ConnectAsync();
        Assert.Equal("admitted", await AskAsync(connection, "admitted"));
        await SendAsync(connection, "admitted too");
        isAdmitted = false;
        foreach (var again in new[] { connection, await ConnectAsync() })
        {
            var error = await Assert.ThrowsAsync<EncryptionException>(() => AskAsync(again, "not any more"));
            Assert.Equal("inmemory: the listener does not admit this identity", error.Message);
            await SendRefusedAsync(() => SendAsync(again, "not any more").AsTask());
        }

        isAdmitted = true;
        Assert.Equal("again", await AskAsync(connection, "again"));
        Assert.Equal(["admitted", "admitted too", "again"], Handled);
        Assert.Equal(4, Refused.Count(static refused => refused.Reason == RefusalReason.NotAdmitted));
    }

    [Fact]
    public async Task The_oldest_session_makes_room_and_its_sender_agrees_anew()
    {
        await ListenAsync(OfBob with { SessionsMax = 2 });
        var connections = new List<IBrokerConnection>();
        for (var i = 0; i < 4; i++) connections.Add(await ConnectAsync());
        for (var round = 0; round < 3; round++)
        {
            foreach (var connection in connections) Assert.Equal($"round {round}", await AskAsync(connection, $"round {round}"));
        }

        Assert.Equal(12, Handled.Count);
    }

    [Fact]
    public async Task Garbage_reaches_no_handler_and_ends_nothing()
    {
        var listening = await ListenAsync();
        var seed = Environment.TickCount;
        var random = new Random(seed);
        byte[] kinds = [MessageKind.Hello, MessageKind.Request, MessageKind.Letter, MessageKind.Welcome, MessageKind.Answer, MessageKind.Refusal];
        for (var i = 0; i < 2_000; i++)
        {
            var garbage = new byte[random.Next(300)];
            random.NextBytes(garbage);
            if (garbage.Length > 0) garbage[0] = kinds[random.Next(kinds.Length)];
            if (garbage.Length > 17 && random.Next(2) == 0) garbage[random.Next(2) == 0 ? 1 : 17] = (byte)(random.Next(2) == 0 ? 0x22 : 0x51);
            try
            {
                await Hostile.AskAsync(Channel, garbage);
            }
            catch (RemoteHandlerException error)
            {
                Assert.True(error.Message.Contains(nameof(EncryptionException), StringComparison.Ordinal), $"seed {seed}, input {i}: {error.Message}");
            }
        }

        await using var connection = await ConnectAsync();
        Assert.Equal("still here", await AskAsync(connection, "still here"));
        Assert.Equal(["still here"], Handled);
        Assert.True(listening.Refused > 1_500);
    }

    /// <summary>A refused message is refused each time: delivered again and again, it would never end. With a bound it gets to the system's dead letters.</summary>
    [Theory]
    [InlineData(true, int.MaxValue, 0)]
    [InlineData(true, 3, 1)]
    [InlineData(false, int.MaxValue, 1)]
    public async Task Refused_message_ends_in_an_error_unless_it_would_come_again_without_end(bool redelivers, int deliveries, int failures)
    {
        Hostile.SaysItRedelivers = redelivers;
        var listening = await ListenAsync(redelivery: new RedeliveryPolicy { DeliveriesMax = deliveries });
        await Hostile.InjectAsync(Channel, [1, 2, 3]);
        await using var connection = await ConnectAsync();
        Assert.Equal("handled after it", await AskAsync(connection, "handled after it"));
        Assert.Equal(1, listening.Refused);
        Assert.Equal(failures, Failures.Count);
    }

    [Fact]
    public async Task A_connection_asks_what_was_handled()
    {
        await ListenAsync();
        await using var connection = await ConnectAsync();
        await SendAsync(connection, "one");
        Assert.Equal(0, await connection.CountUnhandledAsync(default));
        Hostile.OnSend = static (_, _) => Task.CompletedTask;
        await SendAsync(connection, "two");
        await SendAsync(connection, "three");
        Hostile.Behave();
        await SendAsync(connection, "four");
        Assert.Equal(2, await connection.CountUnhandledAsync(default));
        await AskAsync(connection, "five");
        Assert.Equal(2, await connection.CountUnhandledAsync(default));
        Assert.Equal([0L, 2L, 0L], Received.Select(static message => message.MissingBefore));
    }
}
