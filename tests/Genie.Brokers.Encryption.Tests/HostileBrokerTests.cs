using Genie.Brokers.Encryption.Protocol;
using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption.Tests;

/// <summary>What a messaging system that belongs to the attacker cannot do.</summary>
public sealed class HostileBrokerTests : EncryptionFixture
{
    /// <summary>Before, one forged byte made the connection agree anew and send again: one request, and the handler ran twice.</summary>
    [Fact]
    public async Task Forged_answers_change_nothing_and_the_outcome_is_unknown()
    {
        await ListenAsync();
        await using var connection = await ConnectAsync();
        await AskAsync(connection, "first");
        var genuine = await Hostile.AskAsync(Channel, [MessageKind.Request, .. new byte[200]]);
        byte[][] forgeries =
        [
            [], [1], [(byte)RefusalReason.UnknownSession], [MessageKind.Answer], [MessageKind.Refusal, 1], [.. genuine], [.. genuine.Take(18), .. new byte[64]], Hostile.Answers.Last(),
        ];
        Assert.Equal(MessageKind.Refusal, genuine[0]);
        var number = 0;
        foreach (var forgery in forgeries)
        {
            Hostile.OnRequest = async (message, deliver) =>
            {
                await deliver(message);
                return forgery;
            };
            var error = await Assert.ThrowsAsync<OutcomeUnknownException>(() => AskAsync(connection, $"forged {number++}"));
            Assert.Contains("unknown", error.Message, StringComparison.Ordinal);
        }

        Hostile.OnRequest = static async (message, deliver) =>
        {
            await deliver(message);
            throw new RemoteHandlerException("the system says that the handler failed");
        };
        await Assert.ThrowsAsync<OutcomeUnknownException>(() => AskAsync(connection, "an error that nobody signed"));
        Hostile.Behave();
        Assert.Equal("last", await AskAsync(connection, "last"));
        Assert.Equal(forgeries.Length + 3, Handled.Count);
        Assert.Equal(Handled.Count, Handled.Distinct().Count());
    }

    /// <summary>The refusal is genuine this time: delivered once, then again after the session was forgotten. The request is known by its stamp.</summary>
    [Fact]
    public async Task Request_that_is_delivered_again_after_its_session_was_forgotten_is_not_handled_again()
    {
        await ListenAsync(OfBob with { SessionsPerSenderMax = 1 });
        await using var connection = await ConnectAsync();
        await AskAsync(connection, "first");
        await using var other = await ConnectAsync();
        Hostile.OnRequest = async (message, deliver) =>
        {
            Hostile.Behave();
            await deliver(message);
            await AskAsync(other, "takes the place");
            return await deliver(message);
        };
        await Assert.ThrowsAsync<OutcomeUnknownException>(() => AskAsync(connection, "once"));
        Assert.Equal("next", await AskAsync(connection, "next"));
        Assert.Equal(["first", "once", "takes the place", "next"], Handled);
    }

    [Fact]
    public async Task Replays_of_everything_are_refused()
    {
        var listening = await ListenAsync();
        await using var connection = await ConnectAsync();
        for (var i = 0; i < 3; i++)
        {
            await AskAsync(connection, $"request {i}");
            await SendAsync(connection, $"letter {i}");
        }

        var replayed = 0;
        foreach (var message in Hostile.Messages.ToArray().Where(static message => message.Length > 1))
        {
            replayed += 2;
            await SendRefusedAsync(() => Hostile.AskAsync(Channel, message));
            await SendRefusedAsync(() => Hostile.InjectAsync(Channel, message));
        }

        Assert.Equal(12, replayed);
        Assert.Equal(replayed, listening.Refused);
        Assert.Equal(6, Handled.Count);
        Assert.Equal("still here", await AskAsync(connection, "still here"));
    }

    [Fact]
    public async Task A_message_cannot_pass_as_one_of_another_kind_or_session_or_channel()
    {
        var listening = await ListenAsync();
        await listening.ListenAsync("elsewhere", new ListenOptions(), (_, _, _) => throw new InvalidOperationException("handled elsewhere"), default);
        await using var connection = await ConnectAsync();
        await using var another = await ConnectAsync();
        await AskAsync(connection, "first");
        await AskAsync(another, "of another session");
        var session = Hostile.Messages.Last()[1..17];
        byte[]? held = null;
        Hostile.OnRequest = (message, _) =>
        {
            held = message;
            return Task.FromResult<byte[]>([]);
        };
        Hostile.OnSend = (message, _) =>
        {
            held = message;
            return Task.CompletedTask;
        };
        await Assert.ThrowsAsync<OutcomeUnknownException>(() => AskAsync(connection, "held"));
        foreach (var changed in new byte[][] { [MessageKind.Letter, .. held![1..]], [MessageKind.Letter, .. held[17..]], [MessageKind.Request, .. session, .. held[17..]] })
            await SendRefusedAsync(() => Hostile.AskAsync(Channel, changed));
        await SendRefusedAsync(() => Hostile.AskAsync("elsewhere", held));
        await SendAsync(connection, "held letter");
        foreach (var changed in new byte[][] { [MessageKind.Request, .. held[1..]], [MessageKind.Request, .. session, .. held[1..]] })
            await SendRefusedAsync(() => Hostile.AskAsync(Channel, changed));
        await SendRefusedAsync(() => Hostile.InjectAsync("elsewhere", held));
        Hostile.Behave();
        Assert.Equal("next", await AskAsync(connection, "next"));
        Assert.Equal(["first", "of another session", "next"], Handled);
        Assert.Equal(7, listening.Refused);
    }

    [Fact]
    public async Task An_answer_to_another_request_is_refused()
    {
        await ListenAsync();
        await using var connection = await ConnectAsync();
        await AskAsync(connection, "first");
        byte[] other = [];
        Hostile.OnRequest = async (message, deliver) =>
        {
            other = await deliver(message);
            return [];
        };
        await Assert.ThrowsAsync<OutcomeUnknownException>(() => AskAsync(connection, "second"));
        Hostile.OnRequest = (_, _) => Task.FromResult(other);
        await Assert.ThrowsAsync<OutcomeUnknownException>(() => AskAsync(connection, "third"));
        Hostile.Behave();
        Assert.Equal("fourth", await AskAsync(connection, "fourth"));
    }

    /// <summary>Before, 1,000 greetings in her name evicted her session, and her one-way messages vanished.</summary>
    [Fact]
    public async Task Greetings_and_first_messages_in_somebodys_name_take_no_session()
    {
        await ListenAsync(OfBob with { SessionsMax = 2, SessionsPerSenderMax = 2 });
        await using var connection = await ConnectAsync();
        await AskAsync(connection, "first");
        var asked = Hostile.Messages.Count;
        var first = Hostile.Messages.Single(static message => message[0] == MessageKind.Request);
        var welcome = await Hostile.AskAsync(Channel, [MessageKind.Hello]);
        for (var i = 0; i < 1_000; i++)
        {
            Assert.Equal(welcome, await Hostile.AskAsync(Channel, [MessageKind.Hello]));
            if (i % 20 != 0) continue;
            var forged = (byte[])first.Clone();
            forged[^(1 + (i / 20))] ^= 1;
            forged[RequestFormat.PrefixSize + 60] ^= (byte)i;
            RequestFormat.Create(RequestFormat.SessionOf(forged.AsSpan(RequestFormat.PrefixSize)), forged.AsSpan(RequestFormat.PrefixSize)).CopyTo(forged, 0);
            Assert.Equal(MessageKind.Refusal, (await Hostile.AskAsync(Channel, forged))[0]);
        }

        Assert.Equal("second", await AskAsync(connection, "second"));
        await SendAsync(connection, "a letter");

        // One message each, and the greeting before the first letter was the one before the first request: she agreed once.
        Assert.Equal(asked + 2, Hostile.Messages.Count);
        Assert.Equal(["first", "second", "a letter"], Handled);
    }

    /// <summary>Before, 100,000 first messages of one client shut everybody out for a week.</summary>
    [Fact]
    public async Task One_sender_with_many_sessions_and_connections_shuts_nobody_out()
    {
        await ListenAsync(OfBob with { SessionsMax = 8, SessionsPerSenderMax = 4, ConnectionsPerSenderMax = 4, SendersMax = 3 });
        await using var connection = await ConnectAsync();
        await AskAsync(connection, "first");
        using var eve = IdentityKeyPair.Generate();
        for (var i = 0; i < 40; i++)
        {
            Clock.Advance(TimeSpan.FromMilliseconds(1));
            await using var hers = await ConnectAsync(OfAlice with { Identity = eve });
            if (i % 2 == 0) await AskAsync(hers, "Eve");
            else await SendAsync(hers, "Eve");
        }

        var asked = Hostile.Messages.Count;
        Assert.Equal("second", await AskAsync(connection, "second"));
        await SendAsync(connection, "third");
        Assert.Equal(asked + 2, Hostile.Messages.Count);
        await using var fresh = await ConnectAsync();
        Assert.Equal("fourth", await AskAsync(fresh, "fourth"));
        Assert.Empty(Refused);
    }

    /// <summary>What was forgotten to make room does not come again as if it were new.</summary>
    [Fact]
    public async Task Replay_of_a_forgotten_connection_is_refused()
    {
        await ListenAsync(OfBob with { ConnectionsPerSenderMax = 2, SendersMax = 2 });
        await using var connection = await ConnectAsync();
        await SendAsync(connection, "once");
        var letter = Hostile.Messages.Last();
        for (var i = 0; i < 3; i++)
        {
            Clock.Advance(TimeSpan.FromMilliseconds(1));
            await using var next = await ConnectAsync();
            await SendAsync(next, "next");
        }

        await SendRefusedAsync(() => Hostile.InjectAsync(Channel, letter));
        Assert.Equal(RefusalReason.ForgottenConnection, Refused[^1].Reason);
        for (var i = 0; i < 3; i++)
        {
            using var stranger = IdentityKeyPair.Generate();
            Clock.Advance(TimeSpan.FromMilliseconds(1));
            await using var theirs = await ConnectAsync(OfAlice with { Identity = stranger });
            await SendAsync(theirs, "stranger");
        }

        await SendRefusedAsync(() => Hostile.InjectAsync(Channel, letter));
        Assert.Equal(RefusalReason.ForgottenConnection, Refused[^1].Reason);
        Assert.Single(Handled, "once");
    }

    [Fact]
    public async Task Order_is_kept_where_it_is_asked_for_and_what_is_missing_is_told()
    {
        await ListenAsync(OfBob with { Order = MessageOrder.AsSent, RefusedChannel = static channel => channel + "-refused" });
        await using var connection = await ConnectAsync(OfAlice with { Order = MessageOrder.AsSent });
        await SendAsync(connection, "before");
        var held = new List<byte[]>();
        Hostile.OnSend = (message, _) =>
        {
            held.Add(message);
            return Task.CompletedTask;
        };
        foreach (var text in new[] { "open", "close", "open 2" }) await SendAsync(connection, text);
        Hostile.Behave();
        foreach (var message in Enumerable.Reverse(held)) await SendRefusedAsync(() => Hostile.InjectAsync(Channel, message));
        Assert.Equal(["before", "open 2"], Handled);
        Assert.Equal([0L, 2L], Received.Select(static message => message.MissingBefore));
        Assert.Equal([RefusalReason.Overtaken, RefusalReason.Overtaken], Refused.Select(static refused => refused.Reason));
        Assert.All(Refused, refused => Assert.Equal(Alice.Public, refused.Sender));
    }

    [Fact]
    public async Task Message_that_was_delayed_past_its_deadline_is_refused()
    {
        await ListenAsync();
        await using var connection = await ConnectAsync(OfAlice with { TimeToLive = TimeSpan.FromSeconds(10) });
        await SendAsync(connection, "before");
        byte[] letter = [];
        Hostile.OnSend = (message, _) =>
        {
            letter = message;
            return Task.CompletedTask;
        };
        Hostile.OnRequest = async (message, deliver) =>
        {
            if (message.Length > 1) Clock.Advance(TimeSpan.FromSeconds(11));
            return await deliver(message);
        };
        await SendAsync(connection, "delayed");
        var error = await Assert.ThrowsAsync<EncryptionException>(() => AskAsync(connection, "delayed too"));
        Assert.Equal(RefusalReason.TooOld, error.Reason);
        await SendRefusedAsync(() => Hostile.InjectAsync(Channel, letter));
        Assert.Equal(["before"], Handled);
        Assert.Equal([RefusalReason.TooOld, RefusalReason.TooOld], Refused.Select(static refused => refused.Reason));
    }

    [Fact]
    public async Task Clock_that_is_far_ahead_is_refused()
    {
        await ListenAsync(OfBob with { MaxAge = TimeSpan.FromHours(1) });
        var ahead = new Genie.Testing.ManualClock();
        ahead.Advance(TimeSpan.FromMinutes(6));
        await using var connection = await ConnectAsync(OfAlice with { Clock = ahead });
        Assert.Equal(RefusalReason.TooNew, (await Assert.ThrowsAsync<EncryptionException>(() => AskAsync(connection, "from the future"))).Reason);
        Clock.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal("in time", await AskAsync(connection, "in time"));
        Clock.Advance(TimeSpan.FromHours(2));
        Assert.Equal(RefusalReason.TooOld, (await Assert.ThrowsAsync<EncryptionException>(() => AskAsync(connection, "from the past"))).Reason);
    }
}
