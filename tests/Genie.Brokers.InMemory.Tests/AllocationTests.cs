using System.Buffers;
using Genie.Brokers.Drivers;
using Genie.Brokers.Ledger;

namespace Genie.Brokers.InMemory.Tests;

/// <summary>
/// Whole requests through frame, ledger, driver and handler. Alone in their collection: what other tests allocate at the
/// same time would be counted too.
/// </summary>
[CollectionDefinition(nameof(AllocationTests), DisableParallelization = true)]
[Collection(nameof(AllocationTests))]
public sealed class AllocationTests
{
    private const int Warmup = 20_000;
    private const int Requests = 200_000;

    // The smallest object has 24 bytes: one for every other request would show. What is left to be seen are the ledgers' chunks,
    // the pool's own threads, and reused state machines, kept for each core, that are missed where threads change cores.
    private const double BytesMax = 12;
    private static readonly byte[] Payload = [.. Enumerable.Range(0, 256).Select(i => (byte)i)];

    [Theory]
    [InlineData("none", false, 1)]
    [InlineData("none", false, 8)]
    [InlineData("inmemory", false, 1)]
    [InlineData("inmemory", true, 1)]
    [InlineData("inmemory", false, 8)]
    public async Task A_request_allocates_nothing(string name, bool inlineContinuations, int callers)
    {
        var driver = InMemoryDrivers.All.Single(candidate => candidate.Broker == name);
        await using var broker = BrokerOptionsBinder.Create(driver, environment: _ => null);
        var (sent, delivered) = (new SentLedger(1), new DeliveryLedger(1));
        var listening = new ListenOptions { Concurrency = name == "none" ? callers : 1 };
        await using var listener = await broker.ListenAsync("requests", listening, new LedgeredHandler(delivered, EchoAsync).HandleAsync, CancellationToken.None);
        var options = new ConnectionOptions { InlineContinuations = inlineContinuations };
        await using var connection = new LedgeredConnection(await broker.ConnectAsync("requests", options, CancellationToken.None), sent);

        await CallAsync(connection, callers, Warmup);
        var before = GC.GetTotalAllocatedBytes(precise: true);
        await CallAsync(connection, callers, Requests);
        var bytesPerRequest = (GC.GetTotalAllocatedBytes(precise: true) - before) / (double)Requests;

        Assert.True(bytesPerRequest < BytesMax, $"{bytesPerRequest:F2} bytes a request");
        Assert.True(sent.Settle(delivered, connection.LateReplies).IsClean);
    }

    [Fact]
    public async Task A_send_allocates_nothing_even_where_the_queue_is_full()
    {
        await using var broker = new InMemoryBroker(new InMemoryOptions { QueueCapacity = 4096 });
        var (sent, delivered) = (new SentLedger(1), new DeliveryLedger(1));
        await using var listener = await broker.ListenAsync("sends", new ListenOptions(), new LedgeredHandler(delivered, EchoAsync).HandleAsync, CancellationToken.None);
        await using var connection = new LedgeredConnection(await broker.ConnectAsync("sends", new ConnectionOptions(), CancellationToken.None), sent);
        var message = connection.CreateMessage();
        await SendAsync(connection, message, Requests);
        var before = GC.GetTotalAllocatedBytes(precise: true);
        await SendAsync(connection, message, Requests);
        var bytesPerSend = (GC.GetTotalAllocatedBytes(precise: true) - before) / (double)Requests;
        Assert.True(bytesPerSend < BytesMax, $"{bytesPerSend:F2} bytes a send");
    }

    private static async Task SendAsync(LedgeredConnection connection, LedgeredMessage message, int count)
    {
        for (var i = 0; i < count; i++)
        {
            message.Begin(i);
            message.Write(Payload);
            await connection.SendAsync(message, CancellationToken.None);
        }
    }

    private static Task CallAsync(LedgeredConnection connection, int callers, int requests) =>
        Task.WhenAll(Enumerable.Range(0, callers).Select(_ => Task.Run(async () =>
        {
            var message = connection.CreateMessage();
            // No assertion of the test library in here: those allocate.
            for (var i = 0; i < requests / callers; i++)
            {
                message.Begin(i);
                message.Write(Payload);
                using var reply = await connection.RequestAsync(message, CancellationToken.None);
                if (reply.Payload.Length != Payload.Length) throw new InvalidOperationException("a wrong answer");
            }
        })));

    private static ValueTask EchoAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        foreach (var segment in message) reply.Write(segment.Span);
        return ValueTask.CompletedTask;
    }
}
