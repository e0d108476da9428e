using System.Buffers;
using System.Diagnostics;
using Genie.Brokers.InMemory.Faults;
using Genie.Brokers.Ledger;
using Genie.Testing;

namespace Genie.Brokers.InMemory.Tests;

/// <summary>
/// One small run of the harness's own parts through a faulty broker: two channels, ledgers on both, a clock that the test
/// moves. What comes out is to be compared with what the injector counted.
/// </summary>
internal sealed record FaultRun(LedgerCounts Report, LedgerCounts Bystander, FaultInjector? Injected)
{
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Delay = TimeSpan.FromSeconds(5);

    /// <summary>Sends messages one after the other, each when the one before is confirmed.</summary>
    public static Task<FaultRun> SendAsync(FaultPlan plan, int messages, Confirmation confirmation = Confirmation.Buffered) =>
        RunAsync(plan, confirmation, async (connection, endUnanswered) =>
        {
            var message = connection.CreateMessage();
            for (var i = 0; i < messages; i++)
            {
                Fill(message, i);
                var send = connection.SendAsync(message, CancellationToken.None).AsTask();
                if (!send.IsCompleted) await endUnanswered();
                await EndAsync(send);
            }

            await connection.FlushAsync(CancellationToken.None);
        });

    /// <summary>Makes requests, all in flight at once; unanswered ones time out by the test's clock.</summary>
    public static Task<FaultRun> RequestAsync(FaultPlan plan, int requests) =>
        RunAsync(plan, Confirmation.Buffered, async (connection, endUnanswered) =>
        {
            var pending = new List<Task<Reply>>();
            for (var i = 0; i < requests; i++)
            {
                var message = connection.CreateMessage();
                Fill(message, i);
                pending.Add(connection.RequestAsync(message, CancellationToken.None).AsTask());
            }

            await connection.FlushAsync(CancellationToken.None);
            await endUnanswered();
            foreach (var request in pending) await EndAsync(request);
        });

    private static async Task<FaultRun> RunAsync(FaultPlan plan, Confirmation confirmation, Func<LedgeredConnection, Func<Task>, Task> load)
    {
        var clock = new ManualClock();
        var broker = new InMemoryBroker(new InMemoryOptions(), plan with { Delay = Delay }, clock);
        var (sent, delivered) = (new SentLedger(1), new DeliveryLedger(1));
        var (sentElsewhere, deliveredElsewhere) = (new SentLedger(2), new DeliveryLedger(2));
        await using var listener = await broker.ListenAsync("measured", new ListenOptions(), new LedgeredHandler(delivered, EchoAsync).HandleAsync, CancellationToken.None);
        await using var bystander = await broker.ListenAsync("other", new ListenOptions(), new LedgeredHandler(deliveredElsewhere, EchoAsync).HandleAsync, CancellationToken.None);
        var options = new ConnectionOptions { Confirmation = confirmation, RequestTimeout = RequestTimeout };
        var connection = new LedgeredConnection(await broker.ConnectAsync("measured", options, CancellationToken.None), sent);

        await load(connection, async () =>
        {
            await WaitForAsync(() => broker.IsIdle);
            clock.Advance(RequestTimeout * 2);
        });
        await WaitForAsync(() => broker.IsIdle);
        await listener.DisposeAsync();
        await bystander.DisposeAsync();
        clock.Advance(Delay * 2);
        await WaitForAsync(() => connection.LateReplies >= (broker.Faults?.Injected(FaultKind.Delay) ?? 0));
        await broker.DisposeAsync();
        return new FaultRun(sent.Settle(delivered, connection.LateReplies), sentElsewhere.Settle(deliveredElsewhere, 0), broker.Faults);
    }

    private static ValueTask EchoAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        foreach (var segment in message) reply.Write(segment.Span);
        return ValueTask.CompletedTask;
    }

    private static void Fill(LedgeredMessage message, int number)
    {
        message.Begin(number);
        var length = number % 48;
        message.GetSpan(length)[..length].Fill((byte)number);
        message.Advance(length);
    }

    /// <summary>Awaits a call; the errors that faults cause are what is being counted.</summary>
    private static Task EndAsync(Task call) =>
        call.ContinueWith(static ended => ended.Exception?.Handle(static error => error is BrokerException), TaskScheduler.Default);

    private static async Task WaitForAsync(Func<bool> condition)
    {
        var started = Stopwatch.GetTimestamp();
        while (!condition())
        {
            if (Stopwatch.GetElapsedTime(started) > TimeSpan.FromMinutes(1)) throw new TimeoutException("The broker did not come to rest.");
            await Task.Yield();
        }
    }
}
