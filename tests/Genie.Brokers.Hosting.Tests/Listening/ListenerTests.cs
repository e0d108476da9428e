using System.Buffers;
using Genie.Brokers.Hosting.Listening;
using Genie.Brokers.Hosting.Logging;
using Genie.Brokers.Hosting.Tests.Logging;
using Genie.Brokers.Nats;
using Genie.Servers;
using Genie.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Genie.Brokers.Hosting.Tests.Listening;

/// <summary>Listeners as hosted services: from the host's start to its end.</summary>
[Collection(HostingTests.Name)]
public sealed class ListenerTests
{
    [Fact]
    public async Task Every_message_has_a_handler_from_a_scope_of_its_own_which_ends_with_it()
    {
        var seen = new Seen();
        using var host = Build(seen, new ListenOptions());
        await host.StartAsync();
        var broker = host.Services.GetRequiredService<IBroker>();
        await using var connection = await broker.ConnectAsync(TestHost.Channel, new ConnectionOptions(), CancellationToken.None);
        for (var i = 1; i <= 3; i++)
        {
            using var reply = await connection.RequestAsync(new byte[] { (byte)i }, CancellationToken.None);
            Assert.Equal([(byte)i], reply.Payload.ToArray());
            await TestHost.WaitUntilAsync(() => seen.Disposed == i);
        }

        Assert.Equal(3, seen.Created);
        await host.StopAsync();
    }

    [Fact]
    public async Task Stopping_the_host_lets_a_handler_that_runs_end_and_answers()
    {
        var seen = new Seen { Gate = new TaskCompletionSource() };
        using var host = Build(seen, new ListenOptions());
        await host.StartAsync();
        var broker = host.Services.GetRequiredService<IBroker>();
        await using var connection = await broker.ConnectAsync(TestHost.Channel, new ConnectionOptions { RequestTimeout = TestHost.WaitMax }, CancellationToken.None);
        var answer = connection.RequestAsync(new byte[] { 7 }, CancellationToken.None).AsTask();
        await TestHost.WaitUntilAsync(() => seen.Running == 1);

        var stopping = host.StopAsync();
        Assert.False(stopping.IsCompleted);
        seen.Gate.SetResult();
        using var reply = await answer;
        Assert.Equal([7], reply.Payload.ToArray());
        await stopping;
        Assert.False(seen.Cancelled);
    }

    [Fact]
    public async Task A_handler_that_does_not_end_is_cancelled_before_the_hosts_time_is_over_and_the_log_tells()
    {
        var (seen, log) = (new Seen { Gate = new TaskCompletionSource() }, new LogKeeper());
        using var host = Build(seen, new ListenOptions(), log, shutdownTimeout: TimeSpan.FromSeconds(2));
        await host.StartAsync();
        await using var connection = await host.Services.GetRequiredService<IBroker>().ConnectAsync(TestHost.Channel, new ConnectionOptions(), CancellationToken.None);
        await connection.SendAsync(new byte[] { 1 }, CancellationToken.None);
        await TestHost.WaitUntilAsync(() => seen.Running == 1);

        try
        {
            await host.StopAsync();
        }
        catch (OperationCanceledException)
        {
            // On a machine that is very busy the host's time may pass before the cancelled handler has ended.
        }

        await TestHost.WaitUntilAsync(() => seen.Cancelled && log.Has(BrokerEventId.HandlersCancelled), log.ToString);
    }

    [Theory]
    [InlineData(30, 30, 24)]
    [InlineData(10, 30, 10)]
    [InlineData(30, 10, 5)]
    [InlineData(30, 2, 1)]
    [InlineData(-1, 60, 54)]
    [InlineData(30, -1, 30)]
    public void The_stop_timeout_is_cut_to_what_the_host_leaves(int askedSeconds, int shutdownSeconds, int expectedSeconds) =>
        Assert.Equal(TimeSpan.FromSeconds(expectedSeconds), ListenerService.StopTimeoutWithin(Time(askedSeconds), Time(shutdownSeconds)));

    [SkippableFact]
    public async Task A_listener_whose_server_comes_later_is_opened_then()
    {
        ServersFixture.RequireOwnNats();
        var (seen, log, port) = (new Seen(), new LogKeeper(), Ports.PickFree());
        using var host = Build(seen, new ListenOptions(), log, new NatsOptions { Url = new Uri($"nats://127.0.0.1:{port}") });
        await host.StartAsync();
        Assert.True(log.Has(BrokerEventId.ListeningFailed), log.ToString());
        Assert.False(log.Has(BrokerEventId.Listening));

        using var folder = new TemporaryFolder();
        await using var server = await NatsServer.StartAsync(folder.Path, port, null, CancellationToken.None);
        await TestHost.WaitUntilAsync(() => log.Has(BrokerEventId.Listening), log.ToString);
        await using var connection = await host.Services.GetRequiredService<IBroker>().ConnectAsync(TestHost.Channel, new ConnectionOptions(), CancellationToken.None);
        using var reply = await connection.RequestAsync(new byte[] { 3 }, CancellationToken.None);
        Assert.Equal([3], reply.Payload.ToArray());
        await host.StopAsync();
    }

    [Fact]
    public async Task A_host_that_stops_while_a_listener_is_tried_again_stops()
    {
        var (log, port) = (new LogKeeper(), Ports.PickFree());
        using var host = Build(new Seen(), new ListenOptions(), log, new NatsOptions { Url = new Uri($"nats://127.0.0.1:{port}") });
        await host.StartAsync();
        Assert.True(log.Has(BrokerEventId.ListeningFailed), log.ToString());
        await host.StopAsync();
    }

    [Fact]
    public void What_no_listener_can_be_is_refused_when_it_is_added()
    {
        Assert.Throws<BrokerSettingException>(() => TestHost.Build(options => options.System = "inmemory", broker => broker.AddListener<Handler>("a.b")));
        Assert.Throws<ArgumentOutOfRangeException>(() => TestHost.Build(options => options.System = "inmemory", broker => broker.AddListener<Handler>("a", new ListenOptions { Concurrency = 0 })));
    }

    private static TimeSpan Time(int seconds) => seconds < 0 ? Timeout.InfiniteTimeSpan : TimeSpan.FromSeconds(seconds);

    private static IHost Build(Seen seen, ListenOptions options, LogKeeper? log = null, NatsOptions? nats = null, TimeSpan? shutdownTimeout = null) => TestHost.Build(
        broker => (broker.System, broker.DriverOptions) = (nats is null ? "inmemory" : "nats", nats),
        broker => broker.AddListener<Handler>(TestHost.Channel, options).Services.AddSingleton(seen), log, shutdownTimeout: shutdownTimeout);

    private sealed class Seen
    {
        private int _created;
        private int _disposed;
        private int _running;

        public TaskCompletionSource? Gate { get; init; }

        public int Created => Volatile.Read(ref _created);

        public int Disposed => Volatile.Read(ref _disposed);

        public int Running => Volatile.Read(ref _running);

        public bool Cancelled { get; set; }

        public void Create() => Interlocked.Increment(ref _created);

        public void Dispose() => Interlocked.Increment(ref _disposed);

        public void Run() => Interlocked.Increment(ref _running);
    }

    private sealed class Handler : IMessageHandler, IDisposable
    {
        private readonly Seen _seen;

        public Handler(Seen seen)
        {
            _seen = seen;
            seen.Create();
        }

        public async ValueTask HandleAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
        {
            _seen.Run();
            try
            {
                if (_seen.Gate is { } gate) await gate.Task.WaitAsync(cancellationToken);
            }
            catch (OperationCanceledException)
            {
                _seen.Cancelled = true;
                throw;
            }

            foreach (var segment in message) reply.Write(segment.Span);
        }

        public void Dispose() => _seen.Dispose();
    }
}
