using System.Buffers;
using System.Collections.Concurrent;
using System.Text;
using Genie.Brokers.Partitioning;

namespace Genie.Brokers.InMemory.Tests;

public sealed class PartitionedBrokerTests
{
    private const int Partitions = 4;

    [Fact]
    public async Task What_has_one_key_goes_one_way_in_order_and_keys_are_spread()
    {
        await using var inner = Inner();
        await using var broker = new PartitionedBroker(inner, Partitions, FirstWord);
        var arrivals = new ConcurrentDictionary<int, ConcurrentQueue<string>>();
        var received = 0;
        for (var i = 0; i < Partitions; i++)
        {
            var partition = i;
            await inner.ListenAsync(PartitionedBroker.ChannelOf("c", partition), new ListenOptions(), (message, _, _) =>
            {
                arrivals.GetOrAdd(partition, _ => new ConcurrentQueue<string>()).Enqueue(Encoding.UTF8.GetString(message));
                Interlocked.Increment(ref received);
                return ValueTask.CompletedTask;
            }, default);
        }

        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions(), default);
        for (var number = 0; number < 400; number++) await connection.SendAsync(Encoding.UTF8.GetBytes($"key{number % 40} {number}"), default);
        await connection.FlushAsync(default);
        while (Volatile.Read(ref received) < 400) await Task.Delay(5);

        Assert.Equal(Partitions, arrivals.Count);
        var ways = arrivals.SelectMany(way => way.Value.Select(text => (Key: text.Split(' ')[0], Way: way.Key))).Distinct().ToArray();
        Assert.Equal(40, ways.Length);
        foreach (var of in arrivals.Values.SelectMany(way => way.GroupBy(text => text.Split(' ')[0])))
            Assert.Equal(of.Order(Comparer<string>.Create((a, b) => Number(a).CompareTo(Number(b)))), of);
    }

    [Fact]
    public async Task A_listener_serves_every_partition_and_answers()
    {
        await using var broker = new PartitionedBroker(Inner(), Partitions, FirstWord);
        Assert.False(broker.Traits.OrderedPerSender);
        await using (await broker.ListenAsync("c", new ListenOptions(), Echo, default))
        await using (var connection = await broker.ConnectAsync("c", new ConnectionOptions(), default))
        {
            for (var number = 0; number < 40; number++)
            {
                var message = Encoding.UTF8.GetBytes($"key{number}");
                using var reply = await connection.RequestAsync(message, default);
                Assert.Equal(message, reply.Payload.ToArray());
            }

            Assert.Equal(0, connection.LateReplies);
        }

        await broker.DeleteChannelAsync("c", default);
    }

    [Fact]
    public async Task Partitions_are_opened_beside_one_another()
    {
        // Each waits until all are being opened: one after the other, they would wait for ever.
        var all = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var begun = 0;
        var closed = new ConcurrentBag<int>();
        await using var broker = new PartitionedBroker(new OpeningBroker(closed, (_, _) =>
        {
            if (Interlocked.Increment(ref begun) == Partitions) all.SetResult();
            return all.Task;
        }), Partitions, FirstWord);

        await (await broker.ListenAsync("c", new ListenOptions(), Echo, default)).DisposeAsync();

        Assert.Equal(Enumerable.Range(0, Partitions), closed.Order());
    }

    [Fact]
    public async Task Where_one_partition_cannot_be_opened_its_error_is_told_the_others_are_closed_and_no_further_ones_opened()
    {
        const int many = 100;
        var begun = new ConcurrentBag<int>();
        var closed = new ConcurrentBag<int>();
        await using var broker = new PartitionedBroker(new OpeningBroker(closed, async (partition, cancellationToken) =>
        {
            begun.Add(partition);
            if (partition == 3) throw new BrokerException("no such partition", isTransient: false);
            if (partition > 3) await Task.Delay(Timeout.Infinite, cancellationToken);
        }), many, FirstWord);

        var error = await Assert.ThrowsAsync<BrokerException>(() => broker.ListenAsync("c", new ListenOptions(), Echo, default).AsTask());

        Assert.Equal("no such partition", error.Message);
        Assert.Equal([0, 1, 2], closed.Order());
        Assert.True(begun.Count < many, $"{begun.Count}");
    }

    [Fact]
    public async Task Opening_can_be_cancelled()
    {
        using var cancelling = new CancellationTokenSource();
        await using var broker = new PartitionedBroker(new OpeningBroker([], (_, cancellationToken) => Task.Delay(Timeout.Infinite, cancellationToken)), Partitions, FirstWord);
        var listening = broker.ListenAsync("c", new ListenOptions(), Echo, cancelling.Token).AsTask();

        await cancelling.CancelAsync();

        Assert.Equal(cancelling.Token, (await Assert.ThrowsAnyAsync<OperationCanceledException>(() => listening)).CancellationToken);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(PartitionedBroker.PartitionsMax + 1)]
    public void Partitions_are_bounded(int partitions) => Assert.Throws<ArgumentOutOfRangeException>(() => new PartitionedBroker(Inner(), partitions, FirstWord));

    private static IBroker Inner() => InMemoryDrivers.All.Single(driver => driver.Broker == "inmemory").Create(new InMemoryOptions());

    private static int Number(string text) => int.Parse(text.Split(' ')[1], System.Globalization.CultureInfo.InvariantCulture);

    private static ReadOnlySpan<byte> FirstWord(ReadOnlySpan<byte> message) => message.IndexOf((byte)' ') is var end and >= 0 ? message[..end] : message;

    private static ValueTask Echo(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        foreach (var piece in message) reply.Write(piece.Span);
        return ValueTask.CompletedTask;
    }

    /// <summary>A broker of which only the opening of listeners is seen.</summary>
    private sealed class OpeningBroker(ConcurrentBag<int> closed, Func<int, CancellationToken, Task> opening) : IBroker
    {
        public BrokerTraits Traits => throw new NotSupportedException();

        public ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) => throw new NotSupportedException();

        public async ValueTask<IAsyncDisposable> ListenAsync(string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
        {
            var partition = Enumerable.Range(0, PartitionedBroker.PartitionsMax).First(partition => PartitionedBroker.ChannelOf("c", partition) == channel);
            await opening(partition, cancellationToken);
            return new Opened(() => closed.Add(partition));
        }

        public ValueTask DeleteChannelAsync(string channel, CancellationToken cancellationToken) => throw new NotSupportedException();

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }

    private sealed class Opened(Action close) : IAsyncDisposable
    {
        public ValueTask DisposeAsync()
        {
            close();
            return ValueTask.CompletedTask;
        }
    }
}
