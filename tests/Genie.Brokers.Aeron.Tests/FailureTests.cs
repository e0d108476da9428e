using Genie.Brokers.Aeron.Tests.Servers;
using Genie.Testing;

namespace Genie.Brokers.Aeron.Tests;

/// <summary>Media drivers and clients that die, through each client.</summary>
[Collection(AeronServersDefinition.Name)]
public sealed class FailureTests(AeronServers servers)
{
    private const string Channel = "failure";
    private static readonly TimeSpan SafetyNet = TimeSpan.FromSeconds(60);

    public static TheoryData<string> Each => [.. Clients.Built];

    [Theory]
    [MemberData(nameof(Each))]
    public async Task Where_no_media_driver_is_the_error_names_the_folder(string client)
    {
        var folder = Path.Combine(Path.GetTempPath(), $"aeron-{Guid.NewGuid():n}");
        await using var broker = Clients.Create(client, new AeronOptions { Dir = folder });
        var error = await Assert.ThrowsAsync<BrokerUnreachableException>(async () => await broker.ConnectAsync(Channel, new ConnectionOptions(), default));
        Assert.Equal((folder, 0, true), (error.Host, error.Port, error.IsTransient));
        await Assert.ThrowsAsync<BrokerUnreachableException>(async () => await broker.ListenAsync(Channel, new ListenOptions(), Exchanges.Echo, default));
    }

    [SkippableTheory]
    [MemberData(nameof(Each))]
    public async Task A_channel_that_the_media_driver_refuses_is_a_wrong_setting(string client)
    {
        var options = await servers.OptionsAsync();
        await using var neighbour = Clients.Create(client, options);
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var neighbours = await neighbour.ListenAsync(
            "neighbours", new ListenOptions(),
            async (message, reply, token) =>
            {
                await gate.Task.WaitAsync(SafetyNet, token);
                await Exchanges.Echo(message, reply, token);
            },
            default);
        await using var connected = await neighbour.ConnectAsync("neighbours", new ConnectionOptions { RequestTimeout = TimeSpan.FromHours(1) }, default);
        var held = Exchanges.ExpectAnswersAsync(connected, [100]);
        await using (var broker = Clients.Create(client, options with { Channel = "aeron:udp?endpoint=127.0.0.1:40400|interface=nowhere" }))
        {
            var error = await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ListenAsync(Channel, new ListenOptions(), Exchanges.Echo, default));
            Assert.False(error.IsTransient);
        }

        // Listeners need no frame's length, connections do, and only when there is a listener.
        await using (var broker = Clients.Create(client, options with { Channel = "aeron:ipc?mtu=1" }))
        {
            await using var listener = await broker.ListenAsync(Channel, new ListenOptions(), Exchanges.Echo, default);
            await using var connection = await broker.ConnectAsync(Channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromHours(1) }, default);
            await Assert.ThrowsAnyAsync<BrokerException>(async () => await connection.RequestAsync(new byte[1], default).AsTask().WaitAsync(SafetyNet));
        }

        // The link, which others share, was not lost meanwhile: the request that was pending all the time is answered.
        gate.SetResult();
        await held.WaitAsync(SafetyNet);
    }

    [SkippableTheory]
    [MemberData(nameof(Each))]
    public async Task A_media_driver_that_stays_away_ends_requests_before_their_time_out(string client)
    {
        await using var server = await AeronServers.StartOwnAsync();
        var options = AeronServers.OptionsOf(server) with { DriverTimeout = TimeSpan.FromSeconds(2) };
        await using var broker = Clients.Create(client, options);
        var started = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var listener = await broker.ListenAsync(
            Channel, new ListenOptions { Concurrency = 2 },
            async (message, reply, token) =>
            {
                if (message.Length == 0)
                {
                    started.TrySetResult();
                    await gate.Task.WaitAsync(SafetyNet, token);
                }

                await Exchanges.Echo(message, reply, token);
            },
            default);
        await using var connection = await broker.ConnectAsync(Channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromHours(1) }, default);
        var pending = connection.RequestAsync(ReadOnlyMemory<byte>.Empty, default).AsTask();
        await started.Task.WaitAsync(SafetyNet);
        await server.Process.KillAsync();
        var error = await Assert.ThrowsAsync<LinkLostException>(() => pending.WaitAsync(SafetyNet));
        Assert.True(error.IsTransient);

        await server.CrashAndRestartAsync(TimeSpan.Zero);
        await Exchanges.ExpectAnswersAsync(connection, [100]).WaitAsync(SafetyNet);
        gate.SetResult();
    }

    [SkippableTheory]
    [MemberData(nameof(Each))]
    public async Task What_waits_while_the_media_driver_is_away_is_sent_to_the_next_one(string client)
    {
        await using var server = await AeronServers.StartOwnAsync();
        await using var broker = Clients.Create(client, AeronServers.OptionsOf(server));
        await using var connection = await broker.ConnectAsync(Channel, new ConnectionOptions { RequestTimeout = SafetyNet }, default);
        for (var i = 0; i < 100; i++) await connection.SendAsync(Numbers.Message(i), default);
        await server.CrashAndRestartAsync(TimeSpan.Zero);
        var numbers = new Numbers();
        await using var listener = await broker.ListenAsync(Channel, new ListenOptions(), numbers.Handler, default);
        await numbers.ExpectInOrderAsync(100);
        await connection.FlushAsync(default);
    }

    [SkippableTheory]
    [MemberData(nameof(Each))]
    public async Task A_process_that_dies_is_cleaned_up_and_others_take_its_part(string client)
    {
        await using var server = await AeronServers.StartOwnAsync("-Daeron.client.liveness.timeout=1s -Daeron.timer.interval=100ms -Daeron.image.liveness.timeout=1s");
        var options = AeronServers.OptionsOf(server);
        await using var other = await Others.ListenAsync(client, options.Dir, Channel);
        await using var broker = Clients.Create(client, options);
        await using var connection = await broker.ConnectAsync(Channel, new ConnectionOptions { RequestTimeout = SafetyNet }, default);
        Assert.Equal(other.Id, await AnswererAsync(connection));
        Assert.Equal(1, AnnouncedListeners(options.Dir));

        await other.KillAsync();
        await Numbers.UntilAsync(() => AnnouncedListeners(options.Dir) == 0, () => "the dead process is still announced");
        await using var successor = await Others.ListenAsync(client, options.Dir, Channel);
        Assert.Equal(successor.Id, await AnswererAsync(connection));
    }

    [SkippableTheory]
    [MemberData(nameof(Each))]
    public async Task A_client_that_the_media_driver_gave_up_begins_anew(string client)
    {
        await using var server = await AeronServers.StartOwnAsync("-Daeron.client.liveness.timeout=1s -Daeron.timer.interval=100ms");
        var options = AeronServers.OptionsOf(server);
        await using var broker = Clients.Create(client, options);
        var isFirst = true;
        await using var listener = await broker.ListenAsync(
            Channel, new ListenOptions { InlineHandler = true },
            (message, reply, token) =>
            {
                // On the thread that keeps the client alive, until the media driver has timed out.
                if (isFirst) Numbers.UntilAsync(() => LivingClients(options.Dir) == 0, () => "the client is still thought to live").GetAwaiter().GetResult();
                isFirst = false;
                return Exchanges.Echo(message, reply, token);
            },
            default);
        await using var connection = await broker.ConnectAsync(Channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromHours(1) }, default);
        var error = await Assert.ThrowsAsync<LinkLostException>(async () => await connection.RequestAsync(new byte[1], default).AsTask().WaitAsync(SafetyNet));
        Assert.True(error.IsTransient);
        await Exchanges.ExpectAnswersAsync(connection, [1, 1000]).WaitAsync(SafetyNet);
    }

    [SkippableTheory]
    [MemberData(nameof(Each))]
    public async Task What_a_process_had_sent_before_it_died_is_delivered(string client)
    {
        const int Messages = 500;
        await using var server = await AeronServers.StartOwnAsync("-Daeron.client.liveness.timeout=1s -Daeron.timer.interval=100ms");
        var options = AeronServers.OptionsOf(server);
        await using var broker = Clients.Create(client, options);
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var numbers = new Numbers();
        await using var listener = await broker.ListenAsync(
            Channel, new ListenOptions { Prefetch = 1 },
            async (message, reply, token) =>
            {
                await gate.Task.WaitAsync(SafetyNet, token);
                await numbers.Handler(message, reply, token);
            },
            default);
        await using (var sender = await Others.SendAsync(client, options.Dir, Channel, Messages)) await sender.KillAsync();

        // The listener reads on only after the media driver has given the dead client up.
        await Numbers.UntilAsync(() => LivingClients(options.Dir) == 1, () => $"{LivingClients(options.Dir)} clients are thought to live");
        gate.SetResult();
        await numbers.ExpectInOrderAsync(Messages);
    }

    [SkippableTheory]
    [MemberData(nameof(Each))]
    public async Task Processes_that_listen_on_a_channel_share_its_messages(string client)
    {
        var options = await servers.OptionsAsync();
        await using var first = await Others.ListenAsync(client, options.Dir, "shared");
        await using var second = await Others.ListenAsync(client, options.Dir, "shared");
        await using var broker = Clients.Create(client, options);
        await using var connection = await broker.ConnectAsync("shared", new ConnectionOptions(), default);
        var answerers = new HashSet<int>();
        await Numbers.UntilAsync(() => answerers.Add(AnswererAsync(connection).GetAwaiter().GetResult()) is var _ && answerers.Count == 2, () => $"{answerers.Count} of 2 answer");
        Assert.Equal([.. new[] { first.Id, second.Id }.Order()], answerers.Order());
    }

    [SkippableTheory]
    [MemberData(nameof(Each))]
    public async Task A_listener_that_stops_is_sent_nothing_more_while_the_media_driver_hangs(string client)
    {
        const int Messages = 100;
        await using var server = await AeronServers.StartOwnAsync();
        await using var broker = Clients.Create(client, AeronServers.OptionsOf(server));
        var (stopping, steady) = (new Numbers(), new Numbers());
        var stopped = await broker.ListenAsync(Channel, new ListenOptions(), stopping.Handler, default);
        await using var listener = await broker.ListenAsync(Channel, new ListenOptions(), steady.Handler, default);
        await using var connection = await broker.ConnectAsync(Channel, new ConnectionOptions { RequestTimeout = SafetyNet }, default);
        await Numbers.UntilAsync(
            () =>
            {
                connection.SendAsync(Numbers.Message(0), default).AsTask().GetAwaiter().GetResult();
                return stopping.Count > 0 && steady.Count > 0;
            },
            () => "one of the two got nothing");
        server.Pause(isHalted: true);
        try
        {
            await stopped.DisposeAsync();
            var before = steady.Count;
            for (var i = 0; i < Messages; i++) await connection.SendAsync(Numbers.Message(i), default);
            await Numbers.UntilAsync(() => steady.Count >= before + Messages, () => $"{steady.Count - before} of {Messages} messages");
        }
        finally
        {
            server.Pause(isHalted: false);
        }
    }

    private static async Task<int> AnswererAsync(IBrokerConnection connection)
    {
        using var reply = await connection.RequestAsync(Numbers.Message(0), default);
        return BitConverter.ToInt32(reply.Payload.Span);
    }

    // Counters of type 11 are the heartbeats of clients.
    private static int LivingClients(string folder)
    {
        using var cnc = MediaDriver.CncFile.Open(folder, SafetyNet);
        List<(long, int)> found = [];
        cnc.Counters.Find(11, [], found);
        return found.Count;
    }

    private static int AnnouncedListeners(string folder)
    {
        using var cnc = MediaDriver.CncFile.Open(folder, SafetyNet);
        List<(long, int)> found = [];
        Messaging.Announcement.Find(cnc.Counters, Messaging.Announcement.KeyOf(new AeronOptions().Channel, Channel), found);
        return found.Count;
    }
}
