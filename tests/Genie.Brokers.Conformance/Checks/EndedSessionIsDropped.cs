using System.Collections.Concurrent;
using Genie.Brokers.Conformance.Tools;
using Genie.Brokers.Links;
using Genie.Faults;

namespace Genie.Brokers.Conformance.Checks;

internal sealed class EndedSessionIsDropped : ConformanceCheck
{
    private const int Messages = 600;
    private const int Prefetch = 200;

    // A handler that began at the moment of the loss.
    private const int MaxOverlaps = 1;

    // A wait for every message would be one of some milliseconds on many machines.
    private const int WaitEvery = 8;

    private static readonly int[] CutAfter = [60, 240];
    // For the server to see that the link is gone. A session that begins before gets later messages first, whatever the client does.
    private static readonly TimeSpan LostTime = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan MaxAway = TimeSpan.FromSeconds(5);

    public override string Name => "an-ended-session-is-dropped";

    public override string Description => "What a listener had taken and not begun when its link was lost is left to the next session: it is handled once, and in order where the traits promise that.";

    public override async Task RunAsync(ConformanceSubject subject, CancellationToken cancellationToken)
    {
        if (subject is not { AtPort: { } atPort, ServerPort: > 0 }) throw new CheckNotApplicableException("the server cannot be reached through a relay");
        await using var relay = TcpFaultProxy.Start(subject.ServerPort);
        await using var bench = new Bench(subject, cancellationToken);
        if (bench.Broker.Traits is not { CanRedeliver: true, RedeliversFailures: true }) throw new CheckNotApplicableException("what a lost session had taken does not come again");
        var (losses, restored, handled) = (0, 0, new ConcurrentQueue<(long Message, int Losses)>());
        var (arrivals, sent) = (new Arrivals(), new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        await using var broker = atPort(relay.EndPoint.Port);
        await using var listener = await broker.ListenAsync(
            bench.Channel,
            new ListenOptions { Prefetch = Prefetch, LinkChanged = Note },
            async (message, _, _) =>
            {
                await sent.Task.ConfigureAwait(false);
                handled.Enqueue((Payloads.NumberOf(message), Volatile.Read(ref losses)));
                arrivals.Note(message);
                if (Payloads.NumberOf(message) % WaitEvery == 0) await Task.Delay(1, CancellationToken.None).ConfigureAwait(false);
            },
            cancellationToken).ConfigureAwait(false);
        await using var connection = await bench.ConnectStronglyAsync().ConfigureAwait(false);
        await Traffic.SendAsync(connection, 0, Messages, 64, cancellationToken, unconfirmed: Messages).ConfigureAwait(false);
        sent.SetResult();
        foreach (var after in CutAfter)
        {
            // A session that is lost before it was there is no loss that anybody is told of; messages may arrive that early.
            await Expect.EventuallyAsync(
                () => arrivals.Distinct >= after && Volatile.Read(ref restored) >= Volatile.Read(ref losses), MaxAway, $"{after} messages arrive in time, and the link is there", () => $"{arrivals.Distinct} arrived", cancellationToken).ConfigureAwait(false);
            relay.Begin(TcpFault.Refuse);
            relay.ResetAll();
            await Task.Delay(LostTime, cancellationToken).ConfigureAwait(false);
            relay.Heal();
        }

        await arrivals.ExpectAllAsync(Traffic.Numbers(0, Messages), subject.Timeout, cancellationToken, " over links that were lost").ConfigureAwait(false);

        // Behind all that is still on its way for the second time.
        await Traffic.SendAsync(connection, Messages, 1, 64, cancellationToken).ConfigureAwait(false);
        await arrivals.ExpectAllAsync(Traffic.Numbers(Messages, 1), subject.Timeout, cancellationToken, " after all").ConfigureAwait(false);
        // What was handled before the loss and whose acknowledgement was lost with the link comes again: how much that is, is the machine's matter. What is handled twice
        // behind one loss was left of the ended session.
        var leftOvers = handled.Count - handled.Distinct().Count();
        Expect.That(leftOvers <= MaxOverlaps * CutAfter.Length, $"at most {MaxOverlaps * CutAfter.Length} messages are handled twice behind one loss", $"{leftOvers} are");
        var twice = arrivals.Order.Count - arrivals.Distinct;
        Expect.That(twice <= Prefetch * CutAfter.Length, $"at most {Prefetch * CutAfter.Length} messages arrive again", $"{twice} do");
        if (!bench.Broker.Traits.OrderedPerSender) return;
        var order = arrivals.Order.Distinct().ToArray();
        for (var index = 1; index < order.Length; index++) Expect.That(order[index] > order[index - 1], $"no message before {order[index - 1]} after it", $"message {order[index]}");

        void Note(LinkChange change)
        {
            if (change.State == LinkState.Lost) Interlocked.Increment(ref losses);
            else if (change.State == LinkState.Restored) Interlocked.Increment(ref restored);
        }
    }
}
