using System.Globalization;
using Genie.Brokers.Aeron.Tests.Servers;
using Genie.Brokers.Ledger;

namespace Genie.Brokers.Aeron.Tests;

/// <summary>
/// Many threads send on one connection, and each message is accounted for. GENIE_TEST_AERON_MESSAGES is how many, 200,000 by
/// default: with 100M it is the long proof that docs/results/aeron.md names.
/// </summary>
[Collection(AeronServersDefinition.Name)]
public sealed class LedgerTests(AeronServers servers)
{
    private const int Threads = 8;
    private const int PayloadBytes = 32;
    private static readonly TimeSpan StillTimeout = TimeSpan.FromSeconds(60);

    public static TheoryData<string> Each => [.. Clients.Built];

    private static long Messages =>
        Environment.GetEnvironmentVariable("GENIE_TEST_AERON_MESSAGES") is { Length: > 0 } count ? Drivers.Quantity.ParseCount(count) : 200_000;

    [SkippableTheory]
    [MemberData(nameof(Each))]
    public async Task Nothing_is_lost_doubled_or_reordered_among_many_threads(string client)
    {
        var options = (await servers.OptionsAsync()) with { TermBytes = 1024 * 1024 };
        await using var broker = Clients.Create(client, options);
        var sent = new SentLedger(1);
        var delivered = new DeliveryLedger(1);
        var handler = new LedgeredHandler(delivered, static (_, _, _) => ValueTask.CompletedTask);
        await using var listener = await broker.ListenAsync("ledger", new ListenOptions { InlineHandler = true }, handler.HandleAsync, default);
        await using var connection = new LedgeredConnection(await broker.ConnectAsync("ledger", new ConnectionOptions(), default), sent);
        var each = Messages / Threads;
        await Task.WhenAll(Enumerable.Range(0, Threads).Select(_ => Task.Factory.StartNew(
            () => Send(connection, each), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)));
        await connection.FlushAsync(default);
        await ArrivedAsync(delivered, Threads * each);
        var counts = sent.Settle(delivered, late: 0);
        Assert.True(counts.IsClean, counts.ToString());
        Assert.Equal(Threads * each, counts.Delivered);
    }

    private static void Send(LedgeredConnection connection, long count)
    {
        var message = connection.CreateMessage();
        for (var i = 0L; i < count; i++)
        {
            message.Begin(0);
            message.GetSpan(PayloadBytes)[..PayloadBytes].Fill((byte)i);
            message.Advance(PayloadBytes);
            var send = connection.SendAsync(message, default);
            if (!send.IsCompletedSuccessfully) send.AsTask().GetAwaiter().GetResult();
        }
    }

    // The clock begins anew with each arrival: the long proof takes its time.
    private static async Task ArrivedAsync(DeliveryLedger delivered, long count)
    {
        var (last, deadline) = (-1L, DateTime.UtcNow + StillTimeout);
        while (delivered.Delivered is var now && now < count)
        {
            if (now != last) (last, deadline) = (now, DateTime.UtcNow + StillTimeout);
            Assert.True(DateTime.UtcNow < deadline, string.Create(CultureInfo.InvariantCulture, $"{now} of {count} arrived"));
            await Task.Delay(50);
        }
    }
}
