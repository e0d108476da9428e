using System.Collections.Concurrent;
using System.Text;
using Genie.Brokers;
using Genie.Brokers.InMemory;
using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Messaging;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Outputs;

public sealed class OutputPublisherTests(ITestOutputHelper output)
{
    private const string Channel = "facts";

    [Fact]
    public async Task Facts_go_to_a_channel_in_their_order_and_only_once_across_a_restart()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        await using var broker = new InMemoryBroker(new InMemoryOptions());
        var received = new ConcurrentQueue<Received>();
        await using var subscription = await new MessageClient(broker).SubscribeAsync(Channel, new SubscribeOptions(), Collect(received), default);
        for (var part = 1; part <= 2; part++)
        {
            await AppendAsync(store, 300);
            using var stop = new CancellationTokenSource();
            var publishing = new OutputPublisher(store, broker, new OutputPublisherOptions { Channel = Channel, Format = OutputFormat.Json, Filter = each => each.FenceTransitioned.Fence != "3" }).RunAsync(stop.Token);
            await Until.TrueAsync(() => received.Count >= part * 270);
            await stop.CancelAsync();
            await publishing;
        }

        var facts = await new OutputReader(store).ReadAsync(0, default).Where(each => each.FenceTransitioned.Fence != "3").ToListAsync();
        Assert.Equal(540, facts.Count);
        Assert.Equal(facts.Select(GeniusOutputs.ToJson), received.Select(each => Encoding.UTF8.GetString(each.Body)));
        Assert.Equal(facts.Select(OutputPublisher.MessageId), received.Select(each => each.Id));
        Assert.All(received, each => Assert.Equal(("truck", "FenceTransitioned"), (each.Key, each.Kind)));
        Assert.Equal(new RequestKey(4, 0, (ulong)facts[0].Position), OutputPublisher.RequestKeyOf(received.First().Id, run: 4));
        Assert.Throws<FormatException>(() => OutputPublisher.RequestKeyOf("genius-x"));
    }

    [Fact]
    public async Task What_a_lost_link_left_in_doubt_is_sent_again_under_its_id()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        await AppendAsync(store, 600);
        await using var broker = new LosingBroker(new InMemoryBroker(new InMemoryOptions()), new Random(seed), oneIn: 100);
        var received = new ConcurrentQueue<Received>();
        await using var subscription = await new MessageClient(broker).SubscribeAsync(Channel, new SubscribeOptions(), Collect(received), default);
        using var stop = new CancellationTokenSource();
        var failures = 0;
        var publishing = new OutputPublisher(store, broker, new OutputPublisherOptions { Channel = Channel, InFlightMax = 8, Failed = _ => failures++ }).RunAsync(stop.Token);
        await Until.TrueAsync(() => received.Select(each => each.Id).Distinct().Count() == 600);
        await stop.CancelAsync();
        await publishing;
        Assert.True(failures > 0, "Nothing failed, which shows little.");
        var facts = await new OutputReader(store).ReadAsync(0, default).ToListAsync();
        Assert.Equal(facts.Select(OutputPublisher.MessageId).Order(), received.Select(each => each.Id).Distinct().Order());
        Assert.All(received, each => Assert.Equal(each.Id, OutputPublisher.MessageId(Output.Parser.ParseFrom(each.Body))));
    }

    private static Func<ReceivedMessage, CancellationToken, ValueTask> Collect(ConcurrentQueue<Received> received) => (message, _) =>
    {
        received.Enqueue(new Received(message.Id, message.Key, message.Headers[OutputPublisher.KindHeader], message.Body.ToArray()));
        return ValueTask.CompletedTask;
    };

    private static async Task AppendAsync(IEventStore store, int facts)
    {
        for (var i = 0; i < facts; i++)
        {
            var fact = new Output { FenceTransitioned = new FenceTransitioned { Geofence = "yards", Key = "truck", Fence = $"{i % 10}", Change = FenceTransitioned.Types.Change.Entered } };
            await store.AppendAsync(new AppendRequest("genius/geofences/yards/truck", new[] { GeniusOutputs.Write(fact) }), default);
            await store.AppendAsync(new AppendRequest("other", new NewEvent[] { new("noise", default) }), default);
        }
    }

    /// <summary>What a message said; its own memory is the handler's only while that runs.</summary>
    private sealed record Received(string Id, string Key, string Kind, byte[] Body);

    /// <summary>A broker whose link is lost now and then, before or after a message has gone through.</summary>
    private sealed class LosingBroker(IBroker inner, Random random, int oneIn) : IBroker
    {
        public BrokerTraits Traits => inner.Traits;

        public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
            new Connection(await inner.ConnectAsync(channel, options, cancellationToken), random, oneIn);

        public ValueTask<IAsyncDisposable> ListenAsync(string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken) =>
            inner.ListenAsync(channel, options, handler, cancellationToken);

        public ValueTask DisposeAsync() => inner.DisposeAsync();
    }

    private sealed class Connection(IBrokerConnection inner, Random random, int oneIn) : IBrokerConnection
    {
        public long LateReplies => inner.LateReplies;

        public async ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
        {
            var fate = random.Next(2 * oneIn);
            if (fate == 0) throw new LinkLostException("test", "before");
            await inner.SendAsync(message, cancellationToken);
            if (fate == 1) throw new LinkLostException("test", "after");
        }

        public ValueTask<Reply> RequestAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) => inner.RequestAsync(message, cancellationToken);

        public ValueTask FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

        public ValueTask DisposeAsync() => inner.DisposeAsync();
    }
}
