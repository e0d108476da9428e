using System.Buffers;
using System.Collections.Concurrent;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Tests.Multiplexing;

/// <summary>What becomes of messages whose handler throws, or does not end.</summary>
public sealed class MessageDispatcherFailureTests
{
    private static readonly TimeSpan SafetyNet = TimeSpan.FromSeconds(60);
    private static readonly RedeliveryPolicy AtOnce = new() { InitialDelay = TimeSpan.FromMilliseconds(1), MaxDelay = TimeSpan.FromMilliseconds(4) };

    [Theory]
    [InlineData(1, false)]
    [InlineData(1, true)]
    [InlineData(4, false)]
    [InlineData(4, true)]
    public async Task A_message_whose_handler_throws_is_told_and_handled_again_and_settled_once(int concurrency, bool inline)
    {
        const int Messages = 200;
        var failures = new ConcurrentQueue<HandlerFailure>();
        var deliveries = new ConcurrentDictionary<byte, int>();
        var options = new ListenOptions { Concurrency = concurrency, InlineHandler = inline, Prefetch = 16, Redelivery = AtOnce, HandlerFailed = failures.Enqueue };
        var dispatcher = new Ledger(options, (message, _, _) =>
            deliveries.AddOrUpdate(message.FirstSpan[0], 1, static (_, count) => count + 1) < 3 ? throw new InvalidOperationException("away") : ValueTask.CompletedTask);
        for (byte i = 0; i < Messages; i++) await dispatcher.TakeAsync(new ReadOnlySequence<byte>([i]), i).AsTask().WaitAsync(SafetyNet);
        await dispatcher.WhenSettledAsync(Messages);
        await dispatcher.DisposeAsync().AsTask().WaitAsync(SafetyNet);
        Assert.All(deliveries, pair => Assert.Equal(3, pair.Value));
        Assert.Equal(Messages, dispatcher.Settled.Distinct().Count());
        Assert.Equal(Messages, dispatcher.Settled.Count);
        Assert.Empty(dispatcher.Returned);
        Assert.Equal(2 * Messages, failures.Count);
        Assert.All(failures, failure => Assert.Equal((FailureOutcome.Redelivered, "away"), (failure.Outcome, failure.Error.Message)));
        Assert.Equal([1, 2], failures.Select(failure => failure.Delivery).Distinct().Order());
    }

    [Fact]
    public async Task What_fails_too_often_is_given_up_and_told()
    {
        var failures = new ConcurrentQueue<HandlerFailure>();
        var options = new ListenOptions { Redelivery = AtOnce with { DeliveriesMax = 2 }, HandlerFailed = failures.Enqueue };
        var dispatcher = new Ledger(options, (_, _, _) => throw new InvalidOperationException("never"));
        await dispatcher.TakeAsync(new ReadOnlySequence<byte>([7]), 7);
        await dispatcher.WhenSettledAsync(1);
        await dispatcher.DisposeAsync();
        Assert.Equal([FailureOutcome.Redelivered, FailureOutcome.GivenUp], failures.Select(failure => failure.Outcome));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_waits_for_another_delivery_goes_back_when_the_listener_ends(bool inline)
    {
        var failed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var options = new ListenOptions
        {
            InlineHandler = inline,
            Redelivery = new RedeliveryPolicy { InitialDelay = TimeSpan.FromHours(1), MaxDelay = TimeSpan.FromHours(1) },
            HandlerFailed = _ => failed.TrySetResult(),
        };
        var dispatcher = new Ledger(options, (_, _, _) => throw new InvalidOperationException("away"));
        await dispatcher.TakeAsync(new ReadOnlySequence<byte>([7]), 7);
        await failed.Task.WaitAsync(SafetyNet);
        await dispatcher.DisposeAsync().AsTask().WaitAsync(SafetyNet);
        Assert.Equal([7], dispatcher.Returned);
        Assert.Empty(dispatcher.Settled);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Handlers_that_do_not_end_are_cancelled_and_their_messages_and_those_that_wait_go_back(bool inline)
    {
        var entered = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var failures = new ConcurrentQueue<HandlerFailure>();
        var options = new ListenOptions { InlineHandler = inline, Prefetch = 8, StopTimeout = TimeSpan.FromMilliseconds(200), HandlerFailed = failures.Enqueue };
        var dispatcher = new Ledger(options, async (_, _, token) =>
        {
            entered.TrySetResult();
            await Task.Delay(Timeout.Infinite, token);
        });
        var taking = Enumerable.Range(0, 5).Select(i => dispatcher.TakeAsync(new ReadOnlySequence<byte>([(byte)i]), i).AsTask()).ToArray();
        await entered.Task.WaitAsync(SafetyNet);
        await Task.WhenAll(dispatcher.DisposeAsync().AsTask(), dispatcher.DisposeAsync().AsTask()).WaitAsync(SafetyNet);
        await Task.WhenAll(taking).WaitAsync(SafetyNet);
        Assert.Equal([0, 1, 2, 3, 4], dispatcher.Returned.Order());
        Assert.Empty(dispatcher.Settled);
        Assert.Empty(failures);
    }

    [Fact]
    public async Task A_handler_that_heeds_no_token_does_not_keep_the_listener_from_its_end()
    {
        var (entered, leave) = (new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously), new TaskCompletionSource());
        var dispatcher = new Ledger(new ListenOptions { StopTimeout = TimeSpan.Zero }, async (_, _, _) =>
        {
            entered.SetResult();
            await leave.Task;
        });
        await dispatcher.TakeAsync(new ReadOnlySequence<byte>([1]), 1);
        await entered.Task.WaitAsync(SafetyNet);
        await dispatcher.DisposeAsync().AsTask().WaitAsync(SafetyNet);
        Assert.False(dispatcher.HandlersEnded.IsCompleted);
        leave.SetResult();
        await dispatcher.HandlersEnded.WaitAsync(SafetyNet);
    }

    [Fact]
    public async Task What_comes_after_the_end_goes_back()
    {
        var dispatcher = new Ledger(new ListenOptions(), static (_, _, _) => ValueTask.CompletedTask);
        await dispatcher.DisposeAsync();
        await dispatcher.TakeAsync(new ReadOnlySequence<byte>([1]), 1);
        Assert.Equal([1], dispatcher.Returned);
    }

    /// <summary>A system that redelivers and wants no answers.</summary>
    private sealed class Ledger(ListenOptions options, MessageHandler handler) : MessageDispatcher<int>(options, handler)
    {
        public ConcurrentQueue<int> Settled { get; } = [];

        public ConcurrentQueue<int> Returned { get; } = [];

        protected override PayloadLimit AnswerLimit => new("test", 100);

        public async Task WhenSettledAsync(int count)
        {
            for (var deadline = Environment.TickCount64 + SafetyNet.TotalMilliseconds; Settled.Count < count; await Task.Delay(1))
                Assert.True(Environment.TickCount64 < deadline, $"{Settled.Count} of {count} settled");
        }

        protected override bool WantsReply(in int route) => false;

        protected override bool Redelivers(in int route) => true;

        protected override ValueTask ReplyAsync(int route, ReadOnlyMemory<byte> envelope) => throw new NotSupportedException();

        protected override ValueTask SettleAsync(int route, bool handled)
        {
            Settled.Enqueue(route);
            return ValueTask.CompletedTask;
        }

        protected override ValueTask ReturnAsync(int route)
        {
            Returned.Enqueue(route);
            return ValueTask.CompletedTask;
        }
    }
}
