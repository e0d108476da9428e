using System.Text;
using Genie.Brokers.ActiveMQ.Tests.Foreign;
using Genie.Brokers.ActiveMQ.Tests.Servers;
using Genie.Faults;
using Genie.Testing;

namespace Genie.Brokers.ActiveMQ.Tests.WireDriver;

/// <summary>What the suite does not ask: credentials, flushes, heart-beats, channels, other clients.</summary>
public abstract class WireFeatureTests(ActiveMQFixture fixture) : StompPyTests(fixture, "wire")
{
    /// <summary>What the server's name begins with.</summary>
    protected abstract string Server { get; }

    [SkippableFact]
    public async Task The_server_says_its_name_and_version()
    {
        Skip.If(Fixture.Unavailable is not null, Fixture.Unavailable);
        await using var broker = Clients.Create(Fixture.Options);
        await using var connection = await broker.ConnectAsync(Clients.NewChannel(), new ConnectionOptions(), default);
        Assert.StartsWith(Server, broker.Traits.Server, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task User_and_password_come_from_options_or_url_with_any_characters()
    {
        Skip.If(Fixture.Unavailable is not null, Fixture.Unavailable);
        var options = new ActiveMQOptions { Url = new Uri($"stomp://127.0.0.1:{Fixture.SecuredPorts.Plain}") };
        await Clients.ExpectRoundTripAsync(options with { User = ActiveMQFixture.User, Password = ActiveMQFixture.Password });
        await Clients.ExpectRoundTripAsync(options with
        {
            Url = new Uri($"stomp://{ActiveMQFixture.User}:{Uri.EscapeDataString(ActiveMQFixture.Password)}@127.0.0.1:{Fixture.SecuredPorts.Plain}"),
        });
        await Clients.ExpectRefusedAsync<BrokerAuthenticationException>(options);
        await Clients.ExpectRefusedAsync<BrokerSettingException>(options with { User = "a", Password = "two\nlines" });
    }

    [SkippableFact]
    public async Task Beats_keep_an_idle_link_alive()
    {
        Skip.If(Fixture.Unavailable is not null, Fixture.Unavailable);
        await using var broker = Clients.Create(Fixture.Options with { HeartBeat = TimeSpan.FromSeconds(1) });
        var channel = Clients.NewChannel();

        // Longer than either end would wait in silence; a lost link would fail the request that is pending then.
        var handled = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var idle = await broker.ListenAsync(channel, new ListenOptions(), async (_, _, _) => await handled.Task, default);
        await using var waiting = await broker.ConnectAsync(channel, new ConnectionOptions { RequestTimeout = Clients.SafetyNet }, default);
        var pending = waiting.RequestAsync(new byte[1], default).AsTask();
        await Task.Delay(TimeSpan.FromSeconds(5));
        handled.SetResult();
        (await pending.WaitAsync(Clients.SafetyNet)).Dispose();
    }

    [SkippableFact]
    public async Task A_server_that_falls_silent_is_given_up_and_found_again()
    {
        Skip.If(Fixture.Unavailable is not null, Fixture.Unavailable);
        await using var broker = Clients.Create(Fixture.Options with { HeartBeat = TimeSpan.FromSeconds(1) });
        var channel = Clients.NewChannel();
        await using var listener = await broker.ListenAsync(channel, new ListenOptions(), Clients.Echo, default);
        await using var connection = await broker.ConnectAsync(channel, new ConnectionOptions { RequestTimeout = Clients.SafetyNet }, default);
        await Clients.ExpectAnswersAsync(connection);
        await using (await Fixture.HaltAsync())
        {
            var error = await Assert.ThrowsAsync<LinkLostException>(async () => await connection.RequestAsync(new byte[1], default));
            Assert.Contains("nothing was received", error.Message, StringComparison.Ordinal);
        }

        await Exchanges.ExpectAnswerInTheEndAsync(connection);
        await Clients.ExpectAnswersAsync(connection);
    }

    [SkippableFact]
    public async Task A_flush_says_that_the_server_has_what_was_buffered()
    {
        Skip.If(Fixture.Unavailable is not null, Fixture.Unavailable);
        await using var broker = Clients.Create(Fixture.Options);
        var channel = Clients.NewChannel();
        var connection = await broker.ConnectAsync(channel, new ConnectionOptions { Confirmation = Confirmation.Buffered }, default);
        for (var i = 0; i < 1000; i++) await connection.SendAsync(BitConverter.GetBytes(i), default);
        await connection.FlushAsync(default);
        await connection.DisposeAsync();
        Assert.Equal(Enumerable.Range(0, 1000), await TakeAsync(broker, channel, 1000));
    }

    [SkippableFact]
    public async Task A_message_in_hand_when_its_listener_loses_its_link_comes_again_to_another()
    {
        Skip.If(Fixture.Unavailable is not null, Fixture.Unavailable);
        await using var broker = Clients.Create(Fixture.Options);
        var channel = Clients.NewChannel();

        // It stays away, or it might be back before the other and be given the message anew.
        var away = TimeSpan.FromMinutes(5);
        var first = Clients.Create(Fixture.Options with { ReconnectInitialDelay = away, ReconnectMaxDelay = away });
        var taken = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var never = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var sender = await broker.ConnectAsync(channel, new ConnectionOptions { Confirmation = Confirmation.Persisted }, default);
        var stuck = await first.ListenAsync(channel, new ListenOptions { Prefetch = 1 }, async (_, _, _) =>
        {
            taken.TrySetResult();
            await never.Task;
        }, default);
        await sender.SendAsync(BitConverter.GetBytes(7), default);
        await taken.Task.WaitAsync(Clients.SafetyNet);
        await Fixture.CrashAndRestartAsync(TimeSpan.Zero);
        Assert.Equal([7], await TakeAsync(broker, channel, 1));
        never.SetResult();
        await stuck.DisposeAsync();
        await first.DisposeAsync();
    }

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "15")]
    public async Task Clients_that_gave_up_leaving_do_not_stop_the_server()
    {
        const int Leaving = 60;
        Skip.If(Fixture.Unavailable is not null, Fixture.Unavailable);
        await using var relay = TcpFaultProxy.Start(Fixture.PlainPorts.Plain);
        var leaving = Clients.Create(Fixture.Options with { Url = new Uri($"stomp://127.0.0.1:{relay.EndPoint.Port}"), ConnectTimeout = TimeSpan.FromSeconds(2) });
        await using var broker = Clients.Create(Fixture.Options);
        var channel = Clients.NewChannel();
        await using var sender = await broker.ConnectAsync(channel, new ConnectionOptions(), default);
        for (var i = 0; i < Leaving; i++) await leaving.ListenAsync(channel, new ListenOptions(), static (_, _, _) => ValueTask.CompletedTask, default);
        relay.Begin(TcpFault.Stall);
        for (var i = 0; i < 10 * Leaving; i++) await sender.SendAsync(new byte[1], default);
        await leaving.DisposeAsync().AsTask().WaitAsync(Clients.SafetyNet);

        // What they had sent comes late, and what was sent to them meets a reset.
        relay.Heal();
        for (var i = 0; i < Leaving; i++) await Clients.ExpectRoundTripAsync(Fixture.Options);
    }

    [SkippableFact]
    public async Task Deleting_a_channel_that_somebody_listens_on_says_so()
    {
        Skip.If(Fixture.Unavailable is not null, Fixture.Unavailable);
        await using var broker = Clients.Create(Fixture.Options with { ConnectTimeout = TimeSpan.FromSeconds(3) });
        var channel = Clients.NewChannel();

        // Which of them gets the drain's last message is the server's choice: three of four times it is a listener.
        await using var first = await broker.ListenAsync(channel, new ListenOptions(), Clients.Echo, default);
        await using var second = await broker.ListenAsync(channel, new ListenOptions(), Clients.Echo, default);
        await using var third = await broker.ListenAsync(channel, new ListenOptions(), Clients.Echo, default);
        Exception? said = null;
        for (var attempt = 0; attempt < 20 && said is null; attempt++)
        {
            said = await Record.ExceptionAsync(async () => await broker.DeleteChannelAsync(channel, default));
        }

        Assert.IsType<ChannelInUseException>(said);
    }

    [SkippableFact]
    public async Task A_foreign_client_can_ask_and_answer()
    {
        Skip.If(Fixture.Unavailable is not null, Fixture.Unavailable);
        await using var foreign = await ForeignClient.ConnectAsync(Fixture.PlainPorts.Plain);
        await using var broker = Clients.Create(Fixture.Options);
        var asked = Clients.NewChannel();
        await using var listener = await broker.ListenAsync(asked, new ListenOptions(), Clients.Echo, default);

        // It uses no length, escapes its correlation and wants its answer in a queue of its own.
        await foreign.SendAsync("SUBSCRIBE", "id:1", $"destination:{Fixture.Destination("answers-" + asked)}", $"subscription-type:ANYCAST", "receipt:s");
        Assert.Contains("RECEIPT", await foreign.ReadAsync(), StringComparison.Ordinal);
        await foreign.SendAsync("SEND", $"destination:{Fixture.Destination("genie." + asked)}", "destination-type:ANYCAST", "correlation-id:a\\cb\\\\c", $"reply-to:{Fixture.Destination("answers-" + asked)}", "", "hello");
        var answer = await foreign.ReadAsync();
        Assert.Contains("correlation-id:a\\cb\\\\c\n", answer, StringComparison.Ordinal);
        Assert.EndsWith("\n\n\0hello\0", answer.TrimEnd('\n'), StringComparison.Ordinal);

        // And it answers one of our requests, by the reply-to that it was given.
        var question = Clients.NewChannel();
        await using var connection = await broker.ConnectAsync(question, new ConnectionOptions(), default);
        await foreign.SendAsync("SUBSCRIBE", "id:2", $"destination:{Fixture.Destination("genie." + question)}", "subscription-type:ANYCAST", "receipt:s2");
        Assert.Contains("RECEIPT", await foreign.ReadAsync(), StringComparison.Ordinal);
        var request = connection.RequestAsync(Encoding.ASCII.GetBytes("question"), default);
        var seen = await foreign.ReadAsync();
        await foreign.SendAsync(
            "SEND", $"destination:{Fixture.AnswerDestination(ForeignClient.HeaderOf(seen, "reply-to"))}", $"correlation-id:{ForeignClient.HeaderOf(seen, "correlation-id")}",
            "destination-type:MULTICAST", "content-length:7", "", "\0answer");
        using var reply = await request.AsTask().WaitAsync(Clients.SafetyNet);
        Assert.Equal("answer", Encoding.ASCII.GetString(reply.Payload.Span));
    }

    private static async Task<List<int>> TakeAsync(IBroker broker, string channel, int count)
    {
        var seen = new List<int>();
        var all = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var listener = await broker.ListenAsync(channel, new ListenOptions(), (message, _, _) =>
        {
            seen.Add(BitConverter.ToInt32(message.FirstSpan));
            if (seen.Count == count) all.TrySetResult();
            return ValueTask.CompletedTask;
        }, default);
        await all.Task.WaitAsync(Clients.SafetyNet);
        return seen;
    }
}

public sealed class WireOnArtemisFeatureTests(ArtemisFixture fixture) : WireFeatureTests(fixture), IClassFixture<ArtemisFixture>
{
    protected override string Server => "ActiveMQ-Artemis/";
}

public sealed class WireOnClassicFeatureTests(ClassicFixture fixture) : WireFeatureTests(fixture), IClassFixture<ClassicFixture>
{
    protected override string Server => "ActiveMQ/5.";
}
