using System.Buffers;
using System.Collections.Concurrent;
using System.Text;
using System.Threading.Channels;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Tests.Multiplexing;

public sealed class MessageDispatcherTests
{
    [Theory]
    [InlineData(1, false)]
    [InlineData(4, false)]
    [InlineData(4, true)]
    public async Task Every_message_is_answered_and_settled_once_and_never_more_than_allowed_run_at_once(int concurrency, bool inline)
    {
        int running = 0, most = 0;
        var dispatcher = new Recorder(new ListenOptions { Concurrency = concurrency, Prefetch = 8, InlineHandler = inline }, async (message, reply, _) =>
        {
            var now = Interlocked.Increment(ref running);
            int seen;
            while ((seen = most) < now && Interlocked.CompareExchange(ref most, now, seen) != seen) { }
            if (now % 2 == 0) await Task.Yield();
            reply.Write(message.ToArray());
            Interlocked.Decrement(ref running);
        });
        await Task.WhenAll(Enumerable.Range(0, 8).Select(part => Task.Run(async () =>
        {
            for (var i = part; i < 4000; i += 8) await dispatcher.DispatchAsync(new ReadOnlySequence<byte>(BitConverter.GetBytes(i)), i);
        })));
        await dispatcher.DisposeAsync();
        Assert.InRange(most, 1, concurrency);
        Assert.Equal(4000, dispatcher.Settled.Count);
        Assert.All(dispatcher.Replies, pair => Assert.Equal([ReplyEnvelope.Success, .. BitConverter.GetBytes(pair.Key)], pair.Value));
        Assert.Equal(4000, dispatcher.Replies.Count);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_request_that_nobody_waits_for_any_more_is_settled_and_not_handled(bool inline)
    {
        var handled = new ConcurrentBag<byte>();
        var dispatcher = new Recorder(new ListenOptions { InlineHandler = inline }, (message, _, _) =>
        {
            handled.Add(message.FirstSpan[0]);
            return ValueTask.CompletedTask;
        })
        {
            Expired = 1,
        };
        for (byte i = 0; i < 3; i++) await dispatcher.DispatchAsync(new ReadOnlySequence<byte>([i]), i);
        await dispatcher.DisposeAsync();
        Assert.Equal<byte>([0, 2], handled.Order());
        Assert.Equal([0, 2], dispatcher.Replies.Keys.Order());
        Assert.Equal([(0, true), (1, true), (2, true)], dispatcher.Settled.Order());
    }

    [Fact]
    public async Task A_handler_that_throws_is_answered_with_its_words_and_the_listener_lives_on()
    {
        var dispatcher = new Recorder(new ListenOptions(), (message, reply, _) =>
        {
            reply.Write("half an answer"u8);
            return message.FirstSpan[0] == 0 ? throw new InvalidOperationException("no such place") : ValueTask.CompletedTask;
        });
        await dispatcher.DispatchAsync(new ReadOnlySequence<byte>([0]), 0);
        await dispatcher.DispatchAsync(new ReadOnlySequence<byte>([1]), 1);
        await dispatcher.DisposeAsync();
        Assert.Equal(ReplyEnvelope.Failure, dispatcher.Replies[0][0]);
        Assert.Equal("InvalidOperationException: no such place", Encoding.UTF8.GetString(dispatcher.Replies[0].AsSpan(1)));
        Assert.Equal("half an answer", Encoding.UTF8.GetString(dispatcher.Replies[1].AsSpan(1)));
        Assert.Equal([(0, false), (1, true)], dispatcher.Settled.Order());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Disposing_awaits_the_running_handler_and_refuses_what_comes_after(bool inline)
    {
        var (entered, leave) = (new TaskCompletionSource(), new TaskCompletionSource());
        var dispatcher = new Recorder(new ListenOptions { InlineHandler = inline }, async (_, _, _) =>
        {
            entered.SetResult();
            await leave.Task;
        });
        var dispatching = dispatcher.DispatchAsync(new ReadOnlySequence<byte>([1]), 1).AsTask();
        await entered.Task;
        var disposing = dispatcher.DisposeAsync().AsTask();
        var again = dispatcher.DisposeAsync().AsTask();
        Assert.False(disposing.IsCompleted || again.IsCompleted);
        leave.SetResult();
        await Task.WhenAll(disposing, again, dispatching);
        Assert.Equal([(1, true)], dispatcher.Settled);
        await Assert.ThrowsAsync<ChannelClosedException>(async () => await dispatcher.DispatchAsync(new ReadOnlySequence<byte>([2]), 2));
    }

    [Fact]
    public async Task A_read_loop_never_waits_and_is_told_when_enough_does()
    {
        var leave = new TaskCompletionSource();
        var dispatcher = new Recorder(new ListenOptions { Prefetch = 1, MaxWaitingBytes = 10_000 }, async (_, _, _) => await leave.Task, isFedByReadLoop: true);
        for (var i = 0; i < 100; i++) Assert.True(dispatcher.DispatchAsync(new ReadOnlySequence<byte>([1]), i).AsTask().IsCompletedSuccessfully);
        Assert.False(dispatcher.Backlog.HasRoom);
        var room = dispatcher.Backlog.RoomAsync();
        Assert.False(room.IsCompleted);
        leave.SetResult();
        await room;
        await dispatcher.DisposeAsync();
        Assert.Equal(100, dispatcher.Settled.Count);
    }

    [Fact]
    public async Task Others_wait_once_the_prefetch_does()
    {
        var leave = new TaskCompletionSource();
        var dispatcher = new Recorder(new ListenOptions { Prefetch = 2 }, async (_, _, _) => await leave.Task);
        var taken = Enumerable.Range(0, 5).Select(i => dispatcher.DispatchAsync(new ReadOnlySequence<byte>([1]), i).AsTask()).ToArray();
        Assert.True(taken[1].IsCompletedSuccessfully);
        Assert.False(taken[4].IsCompleted);
        leave.SetResult();
        await Task.WhenAll(taken);
        await dispatcher.DisposeAsync();
        Assert.Equal(5, dispatcher.Settled.Count);
    }

    [Fact]
    public async Task What_is_gone_is_given_back_and_not_handled()
    {
        var handled = 0;
        var dispatcher = new Recorder(new ListenOptions(), (_, _, _) =>
        {
            Interlocked.Increment(ref handled);
            return ValueTask.CompletedTask;
        })
        { GoneFrom = 1 };
        for (var i = 0; i < 3; i++) await dispatcher.DispatchAsync(new ReadOnlySequence<byte>([1]), i);
        await dispatcher.DisposeAsync();
        Assert.Equal(1, handled);
        Assert.Equal([(0, true)], dispatcher.Settled);
        Assert.Equal([1, 2], dispatcher.Returned.Order());
    }

    [Fact]
    public async Task Cancelling_handlers_cancels_their_token()
    {
        var entered = new TaskCompletionSource();
        var dispatcher = new Recorder(new ListenOptions(), async (_, _, token) =>
        {
            entered.SetResult();
            await Task.Delay(Timeout.Infinite, token);
        });
        await dispatcher.DispatchAsync(new ReadOnlySequence<byte>([1]), 1);
        await entered.Task;
        dispatcher.CancelHandlers();
        await dispatcher.DisposeAsync();
        dispatcher.CancelHandlers();
        Assert.Equal([(1, false)], dispatcher.Settled);
    }

    [Fact]
    public async Task An_error_of_answering_is_told_and_the_next_message_is_handled()
    {
        var dispatcher = new Recorder(new ListenOptions(), static (_, _, _) => ValueTask.CompletedTask) { FailingReply = 0 };
        await dispatcher.DispatchAsync(new ReadOnlySequence<byte>([0]), 0);
        await dispatcher.DispatchAsync(new ReadOnlySequence<byte>([1]), 1);
        await dispatcher.DisposeAsync();
        Assert.IsType<LinkLostException>(Assert.Single(dispatcher.Errors));
        Assert.Equal([(1, true)], dispatcher.Settled);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_answer_beyond_the_limit_becomes_an_error_that_says_so(bool inline)
    {
        var dispatcher = new Recorder(new ListenOptions { InlineHandler = inline }, static (message, reply, _) =>
        {
            reply.Write(new byte[message.FirstSpan[0]]);
            return ValueTask.CompletedTask;
        });
        foreach (var size in (byte[])[Recorder.AnswerBytesMax, Recorder.AnswerBytesMax + 1]) await dispatcher.DispatchAsync(new ReadOnlySequence<byte>([size]), size);
        await dispatcher.DisposeAsync();
        Assert.Null(ReplyEnvelope.ReadError(dispatcher.Replies[Recorder.AnswerBytesMax]));
        var error = ReplyEnvelope.ReadError(dispatcher.Replies[Recorder.AnswerBytesMax + 1]);
        Assert.Contains("PayloadTooLargeException: test: a message of 101 bytes exceeds the largest allowed, 100", error!.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Answers_are_held_while_more_messages_wait_and_never_while_a_handler_does()
    {
        var (entered, leave) = (new TaskCompletionSource(), new TaskCompletionSource());
        Recorder dispatcher = null!;
        var heldInWait = true;
        dispatcher = new Recorder(new ListenOptions { Prefetch = 64 }, async (message, _, _) =>
        {
            if (message.FirstSpan[0] == 0)
            {
                entered.SetResult();
                await leave.Task;
            }
            else if (message.FirstSpan[0] == 32)
            {
                await Task.Delay(20, CancellationToken.None);
                heldInWait = dispatcher.Output.IsHeld;
            }
        });
        await dispatcher.DispatchAsync(new ReadOnlySequence<byte>([0]), 0);
        await entered.Task;
        for (byte i = 1; i < 64; i++) await dispatcher.DispatchAsync(new ReadOnlySequence<byte>([i]), i);
        leave.SetResult();
        await dispatcher.DisposeAsync();
        Assert.True(dispatcher.Output.Holds > 0);
        Assert.False(heldInWait || dispatcher.Output.IsHeld);
        Assert.Equal(64, dispatcher.Replies.Count);
    }

    private sealed class Recorder(ListenOptions options, MessageHandler handler, bool isFedByReadLoop = false) : MessageDispatcher<int>(options, handler, isFedByReadLoop)
    {
        public const byte AnswerBytesMax = 100;

        public ConcurrentDictionary<int, byte[]> Replies { get; } = new();

        public ConcurrentBag<(int Route, bool Handled)> Settled { get; } = [];

        public ConcurrentBag<Exception> Errors { get; } = [];

        public ConcurrentBag<int> Returned { get; } = [];

        public int FailingReply { get; init; } = -1;

        public int GoneFrom { get; init; } = int.MaxValue;

        public HeldOutput Output { get; } = new();

        protected override IHeldOutput? AnswerOutput => Output;

        protected override PayloadLimit AnswerLimit => new("test", AnswerBytesMax);

        public int Expired { get; init; } = -1;

        protected override bool IsExpired(in int route) => route == Expired;

        protected override bool WantsReply(in int route) => true;

        protected override ValueTask<bool> IsGoneAsync(int route, CancellationToken ending) => ValueTask.FromResult(route >= GoneFrom);

        protected override ValueTask ReturnAsync(int route)
        {
            Returned.Add(route);
            return ValueTask.CompletedTask;
        }

        protected override ValueTask ReplyAsync(int route, ReadOnlyMemory<byte> envelope)
        {
            if (route == FailingReply) throw new LinkLostException("test", "cut");
            Assert.True(Replies.TryAdd(route, envelope.ToArray()));
            return ValueTask.CompletedTask;
        }

        protected override ValueTask SettleAsync(int route, bool handled)
        {
            Settled.Add((route, handled));
            return ValueTask.CompletedTask;
        }

        protected override void OnError(Exception error) => Errors.Add(error);
    }

    private sealed class HeldOutput : IHeldOutput
    {
        public int Holds { get; private set; }

        public bool IsHeld { get; private set; }

        public void Hold()
        {
            Assert.False(IsHeld);
            IsHeld = true;
            Holds++;
        }

        public ValueTask Release()
        {
            Assert.True(IsHeld);
            IsHeld = false;
            return ValueTask.CompletedTask;
        }
    }
}
