using Genie.Brokers.Multiplexing;
using Genie.Testing;

namespace Genie.Brokers.Tests.Multiplexing;

public sealed class PendingTableTests
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(1);
    private readonly ManualClock _clock = new();

    [Fact]
    public async Task An_answer_of_an_earlier_use_never_reaches_the_slots_next_user()
    {
        using var table = Table(1);
        var first = await table.BeginAsync(CancellationToken.None);
        var (old, task) = (first.Correlation, first.Task);
        Assert.True(first.TryFail(old, new TimeoutException()));
        await Assert.ThrowsAsync<TimeoutException>(async () => await task);

        var second = await table.BeginAsync(CancellationToken.None);
        Assert.Equal(old.Slot, second.Correlation.Slot);
        Assert.NotEqual(old, second.Correlation);
        Assert.False(table.TryClaim(old));
        Assert.Equal(1, table.Late);
        var answer = second.Task;
        var current = second.Correlation;
        Assert.True(table.TryClaim(current));
        table.SetResult(current, 42);
        Assert.Equal(42, await answer);
        Assert.False(table.TryClaim(current));
        Assert.False(table.TryClaim(new Correlation(7, 0)));
        Assert.Equal(3, table.Late);
    }

    [Fact]
    public async Task Time_out_comes_at_its_time_and_not_before()
    {
        using var table = Table(2);
        _clock.Advance(Timeout * 0.7);
        var operation = await table.BeginAsync(CancellationToken.None);
        var task = operation.Task.AsTask();
        _clock.Advance(Timeout - TimeSpan.FromTicks(1));
        Assert.False(task.IsCompleted);
        _clock.Advance(Timeout / 8);
        await Assert.ThrowsAsync<TimeoutException>(() => task);
    }

    [Fact]
    public async Task Waiting_for_a_slot_counts_and_the_slot_is_had_for_the_rest_of_the_time()
    {
        using var table = Table(1);
        Assert.True(table.TryBegin(CancellationToken.None, out var holder));
        var (held, task) = (holder.Correlation, holder.Task.AsTask());
        _clock.Advance(Timeout / 2);
        var overdue = table.BeginAsync(CancellationToken.None).AsTask();
        _clock.Advance(Timeout / 4);
        var late = table.BeginAsync(CancellationToken.None).AsTask();
        Assert.True(table.TryClaim(held));
        table.SetResult(held, 1);
        Assert.Equal(1, await task);
        var second = await overdue;
        var secondTask = second.Task.AsTask();
        _clock.Advance(Timeout * 0.9);
        await Assert.ThrowsAsync<TimeoutException>(() => secondTask);
        var third = await late;
        var (last, lastTask) = (third.Correlation, third.Task.AsTask());
        Assert.True(table.TryClaim(last));
        table.SetResult(last, 3);
        Assert.Equal(3, await lastTask);
    }

    [Fact]
    public async Task A_caller_that_gets_no_slot_in_time_is_told()
    {
        using var table = Table(1);
        Assert.True(table.TryBegin(CancellationToken.None, out var holder));
        var holding = holder.Task.AsTask();
        var waiting = table.BeginAsync(CancellationToken.None).AsTask();
        Assert.Equal(1, table.Waiting);
        _clock.Advance(Timeout * 1.5);
        await Assert.ThrowsAsync<TimeoutException>(() => holding);

        // Whoever waits for a slot goes on on the thread pool, some time after the table has told it.
        await Task.WhenAny(waiting);
        Assert.True(waiting.IsCompletedSuccessfully || waiting.Exception?.InnerException is TimeoutException);
        Assert.Equal(0, table.Waiting);
    }

    [Fact]
    public async Task Cancelled_callers_are_forgotten_at_once()
    {
        using var table = Table(1);
        using var cancellation = new CancellationTokenSource();
        Assert.True(table.TryBegin(CancellationToken.None, out _));
        var waiting = Enumerable.Range(0, 1000).Select(_ => table.BeginAsync(cancellation.Token).AsTask()).ToArray();
        Assert.Equal(1000, table.Waiting);
        await cancellation.CancelAsync();
        Assert.Equal(0, table.Waiting);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Task.WhenAll(waiting));
    }

    [Fact]
    public async Task Each_caller_gets_an_exception_of_its_own()
    {
        using var table = Table(8);
        var tasks = new List<Task<int>>();
        for (var i = 0; i < 8; i++)
        {
            Assert.True(table.TryBegin(CancellationToken.None, out var operation));
            tasks.Add(operation.Task.AsTask());
        }

        var waiting = Enumerable.Range(0, 8).Select(_ => table.BeginAsync(CancellationToken.None).AsTask()).ToArray();
        table.Close(new LinkLostException("test", "cut"));
        var errors = new List<LinkLostException>();
        foreach (var task in tasks.Concat<Task>(waiting)) errors.Add(await Assert.ThrowsAsync<LinkLostException>(() => task));
        Assert.Equal(16, errors.Distinct(ReferenceEqualityComparer.Instance).Count());
        Assert.All(errors, error => Assert.Contains("cut", error.Message, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_task_awaited_twice_takes_nobodys_slot()
    {
        using var table = Table(1);
        var first = await table.BeginAsync(CancellationToken.None);
        var (correlation, task) = (first.Correlation, first.Task);
        Assert.Throws<InvalidOperationException>(() => Result(task));
        table.TryClaim(correlation);
        table.SetResult(correlation, 1);
        Assert.Equal(1, Result(task));

        var second = await table.BeginAsync(CancellationToken.None);
        var (current, answer) = (second.Correlation, second.Task);
        Assert.Throws<InvalidOperationException>(() => Result(task));
        Assert.False(table.TryBegin(CancellationToken.None, out _));
        Assert.True(table.TryClaim(current));
        table.SetResult(current, 2);
        Assert.Equal(2, await answer);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task What_ends_before_it_is_awaited_holds_no_slot_and_keeps_its_result(bool succeeds)
    {
        using var table = Table(2);
        var ended = new List<(Correlation Correlation, ValueTask<int> Task)>();
        for (var i = 0; i < 100; i++)
        {
            Assert.True(table.TryBegin(CancellationToken.None, out var operation));
            var (correlation, task) = (operation.Correlation, operation.Task);
            ended.Add((correlation, task));
            if (!succeeds)
            {
                Assert.True(operation.TryFail(correlation, new LinkLostException("test", $"{i}")));
                continue;
            }

            Assert.True(table.TryClaim(correlation));
            table.SetResult(correlation, i);
        }

        // Every second one is never awaited.
        Assert.Equal(0, table.Pending);
        Assert.Equal(100, ended.Select(one => one.Correlation).Distinct().Count());
        Assert.All(ended, one => Assert.False(table.TryClaim(one.Correlation)));
        for (var i = 0; i < 100; i += 2)
        {
            if (succeeds) Assert.Equal(i, await ended[i].Task);
            else Assert.Contains($"{i}", (await Assert.ThrowsAsync<LinkLostException>(async () => await ended[i].Task)).Message);
            Assert.Throws<InvalidOperationException>(() => Result(ended[i].Task));
            await FinishAsync(table, await table.BeginAsync(CancellationToken.None));
        }
    }

    [Fact]
    public async Task A_slot_that_is_left_goes_to_whoever_waits_for_one()
    {
        using var table = Table(1);
        var holder = await table.BeginAsync(CancellationToken.None);
        var (correlation, completion) = (holder.Correlation, holder.Completion);
        var waiting = table.BeginAsync(CancellationToken.None).AsTask();
        Assert.True(table.TryClaim(correlation));
        table.SetResult(correlation, 1);
        await FinishAsync(table, await waiting.WaitAsync(TimeSpan.FromMinutes(1)));
        await completion;
    }

    [Fact]
    public async Task A_full_table_hands_slots_over_in_order_and_a_cancelled_waiter_costs_none()
    {
        using var table = Table(1);
        for (var round = 0; round < 200; round++)
        {
            var holder = await table.BeginAsync(CancellationToken.None);
            var (correlation, task) = (holder.Correlation, holder.Task);
            using var cancellation = new CancellationTokenSource();
            var cancelled = table.BeginAsync(cancellation.Token).AsTask();
            var longTimeout = table.BeginAsync(CancellationToken.None).AsTask();
            Assert.False(cancelled.IsCompleted || longTimeout.IsCompleted);

            // Both at once: either the cancellation wins and the slot goes on, or the slot wins and is given back.
            var cancelling = Task.Run(cancellation.Cancel);
            table.TryClaim(correlation);
            table.SetResult(correlation, 1);
            await task;
            await cancelling;
            try
            {
                await (await cancelled).Task;
                Assert.Fail("the token was cancelled");
            }
            catch (OperationCanceledException)
            {
            }

            await FinishAsync(table, await longTimeout);
        }
    }

    [Fact]
    public async Task Closing_fails_the_pending_the_waiting_and_the_later_ones()
    {
        var table = Table(1);
        var operation = await table.BeginAsync(CancellationToken.None);
        var pending = operation.Task.AsTask();
        var waiting = table.BeginAsync(CancellationToken.None).AsTask();
        table.Close(new LinkLostException("test", "closed"));
        table.Close(new TimeoutException());
        await Assert.ThrowsAsync<LinkLostException>(() => pending);
        await Assert.ThrowsAsync<LinkLostException>(() => waiting);
        await Assert.ThrowsAsync<LinkLostException>(async () => await table.BeginAsync(CancellationToken.None));
    }

    [Fact]
    public async Task Beginning_while_closing_never_leaves_an_operation_pending()
    {
        for (var round = 0; round < 2000; round++)
        {
            var table = Table(4);
            using var start = new Barrier(2);
            var beginner = Task.Run(async () =>
            {
                start.SignalAndWait();
                try
                {
                    while (true) await FinishAsync(table, await table.BeginAsync(CancellationToken.None), answer: false);
                }
                catch (LinkLostException)
                {
                }
            });
            start.SignalAndWait();
            table.Close(new LinkLostException("test", "closed"));
            await beginner.WaitAsync(TimeSpan.FromMinutes(1));
        }
    }

    [Fact]
    public async Task One_of_answer_cancellation_and_time_out_wins_whatever_the_race()
    {
        using var table = new PendingTable<int>(8, TimeSpan.FromMilliseconds(20), static () => new TimeoutException(), inlineContinuations: false);
        var outcomes = new long[3];
        await Task.WhenAll(Enumerable.Range(0, 8).Select(lane => Task.Run(async () =>
        {
            var random = new Random(lane);
            for (var i = 0; i < 4000; i++)
            {
                // Not disposed: its cancelling may come after everything.
                var cancellation = new CancellationTokenSource();
                var operation = await table.BeginAsync(cancellation.Token);
                var (correlation, task) = (operation.Correlation, operation.Task);
                var sent = i;
                // One in a hundred is left to its time-out, some are cancelled only; the others race, in either order of the
                // queue: which of the two wins there is the scheduler's choice, so that alone would not show each outcome.
                var kind = random.Next(100);
                if (kind > 50) Cancel();
                if (kind > 9) ThreadPool.QueueUserWorkItem(_ => { if (table.TryClaim(correlation)) table.SetResult(correlation, sent); });
                if (kind is > 0 and < 30) Cancel();
                void Cancel() => ThreadPool.QueueUserWorkItem(static source => source.Cancel(), cancellation, preferLocal: false);

                try
                {
                    Assert.Equal(sent, await task);
                    Interlocked.Increment(ref outcomes[0]);
                }
                catch (OperationCanceledException)
                {
                    Interlocked.Increment(ref outcomes[1]);
                }
                catch (TimeoutException)
                {
                    Interlocked.Increment(ref outcomes[2]);
                }
            }
        })));
        Assert.Equal(32_000, outcomes.Sum());
        Assert.All(outcomes, count => Assert.True(count > 0));
    }

    private static async Task FinishAsync(PendingTable<int> table, PendingOperation<int> operation, bool answer = true)
    {
        var (correlation, task) = (operation.Correlation, operation.Task);
        if (answer && table.TryClaim(correlation)) table.SetResult(correlation, 3);
        else if (!answer && operation.TryFail(correlation, new TimeoutException()))
        {
            await Assert.ThrowsAsync<TimeoutException>(async () => await task);
            return;
        }

        await task;
    }

    // What await does in the end; here for tasks that must not be awaited.
#pragma warning disable CA2012
    private static int Result(ValueTask<int> task) => task.GetAwaiter().GetResult();
#pragma warning restore CA2012

    private PendingTable<int> Table(int slots) => new(slots, Timeout, static () => new TimeoutException(), inlineContinuations: false, _clock);
}
