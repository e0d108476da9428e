using Genie.Datagrams.Rpc.Tests.Samples;
using Microsoft.Extensions.Time.Testing;

namespace Genie.Datagrams.Rpc.Tests.Calls;

/// <summary>How calls end that are not answered: by their time, by their caller, by their connection.</summary>
public sealed class EndingTests
{
    private static readonly Shot Any = new(1, default, null);
    private readonly FakeTimeProvider _time = new();
    private readonly FakePair _pair;

    public EndingTests() => _pair = new FakePair(new RpcOptions { Time = _time, CallTimeout = TimeSpan.FromSeconds(5) });

    [Fact]
    public void A_call_without_an_answer_times_out_and_its_service_is_told()
    {
        var token = CancellationToken.None;
        _pair.Arena.OnShoot = (_, cancellationToken) => Wait(token = cancellationToken);
        var first = _pair.Calls.Shoot(Any).AsTask();
        _time.Advance(TimeSpan.FromSeconds(3));
        var second = new ArenaClient(_pair.Connection, TimeSpan.FromSeconds(1)).Shoot(Any).AsTask();
        var third = new ArenaClient(_pair.Connection, Timeout.InfiniteTimeSpan).Shoot(Any).AsTask();
        _time.Advance(TimeSpan.FromSeconds(1.001));
        Assert.Equal((false, true), (first.IsCompleted, second.IsCompleted));
        _time.Advance(TimeSpan.FromSeconds(1));
        var error = Assert.Throws<RpcException>(() => first.GetAwaiter().GetResult());
        Assert.Equal((RpcErrorCode.TimedOut, true, true, false), (error.Code, error.IsTransient, error.MayHaveRun, error.IsRemote));
        _time.Advance(TimeSpan.FromDays(100));
        Assert.False(third.IsCompleted);
        Assert.Equal(1, _pair.Connection.GetStatistics().CallsInFlight);
        Assert.False(token.IsCancellationRequested);
        _pair.End(DisconnectReason.Timeout);
        Assert.True(token.IsCancellationRequested);
    }

    [Fact]
    public void A_late_answer_reaches_no_other_call()
    {
        // Else what is awaited with ConfigureAwait(false) would go on on the thread pool, at some time.
        SynchronizationContext.SetSynchronizationContext(null);
        var answers = new Queue<TaskCompletionSource<long>>();
        _pair.Arena.OnShoot = (_, _) =>
        {
            answers.Enqueue(new());
            return new ValueTask<long>(answers.Last().Task);
        };
        _pair.Hold();
        var late = _pair.Calls.Shoot(Any).AsTask();
        var request = _pair.Up.Sent.Dequeue();
        _time.Advance(TimeSpan.FromSeconds(6));
        Assert.Throws<RpcException>(() => late.GetAwaiter().GetResult());
        var next = _pair.Calls.Shoot(Any).AsTask();

        // The cancellation is lost with the order: an unordered request may come after it.
        ((IDatagramHandler)_pair.Server).OnMessage(_pair.Down, request, default);
        answers.Dequeue().SetResult(1);
        Assert.Equal(1, _pair.Connection.GetStatistics().LateAnswers);
        Assert.False(next.IsCompleted);
        _pair.Deliver();
        answers.Dequeue().SetResult(2);
        Assert.Equal(2, next.GetAwaiter().GetResult());
    }

    [Fact]
    public void A_token_that_is_cancelled_already_sends_nothing()
    {
        _pair.Hold();
        var call = _pair.Calls.Shoot(Any, new CancellationToken(canceled: true)).AsTask();
        Assert.True(call.IsCanceled);
        Assert.Empty(_pair.Up.Sent);
    }

    [Fact]
    public void A_call_that_waits_to_be_sent_can_be_cancelled()
    {
        using var stop = new CancellationTokenSource();
        _pair.Hold();
        var call = _pair.Calls.Shoot(Any, stop.Token).AsTask();
        stop.Cancel();
        Assert.True(call.IsCanceled);
        _pair.Deliver();
        Assert.Equal(1, _pair.Arena.Shots[1]);
        Assert.Equal(1, _pair.Connection.GetStatistics().LateAnswers);
        Assert.Equal(0, _pair.Connection.GetStatistics().CallsInFlight);
    }

    [Fact]
    public void A_call_can_be_cancelled_while_it_is_being_sent()
    {
        using var stop = new CancellationTokenSource();
        _pair.Up.Sending = () =>
        {
            _pair.Up.Sending = null;
            stop.Cancel();
        };
        _pair.Hold();
        var call = _pair.Calls.Shoot(Any, stop.Token).AsTask();
        Assert.True(call.IsCanceled);

        // The service must hear of it after the request, whatever it heard before.
        Assert.Equal([Wire.RpcMessage.Cancel, Wire.RpcMessage.Request, Wire.RpcMessage.Cancel], _pair.Up.Sent.Select(message => message[0]));
    }

    [Fact]
    public void A_call_that_is_worked_on_is_cancelled_there_too()
    {
        using var stop = new CancellationTokenSource();
        var wasCancelled = false;
        _pair.Arena.OnShoot = async (_, cancellationToken) =>
        {
            try
            {
                return await Wait(cancellationToken).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                wasCancelled = true;
                throw;
            }
        };
        var call = _pair.Calls.Shoot(Any, stop.Token).AsTask();
        Assert.Equal(1, _pair.Accepted.GetStatistics().ServedCalls);
        stop.Cancel();
        Assert.True(call.IsCanceled);
        Assert.True(SpinWait.SpinUntil(() => wasCancelled && _pair.Accepted.GetStatistics().ServedCalls == 0, TimeSpan.FromMinutes(1)));
        Assert.Equal(0, _pair.Connection.GetStatistics().LateAnswers);
    }

    [Fact]
    public void A_cancellation_after_the_answer_changes_nothing()
    {
        using var stop = new CancellationTokenSource();
        var call = _pair.Calls.Shoot(Any, stop.Token);
        _pair.Hold();
        stop.Cancel();
        Assert.Equal(2, call.AsTask().GetAwaiter().GetResult());
        Assert.Empty(_pair.Up.Sent);
    }

    [Fact]
    public void A_service_that_ends_a_call_by_itself_says_so()
    {
        _pair.Arena.OnShoot = static (_, _) => new ValueTask<long>(Task.FromCanceled<long>(new CancellationToken(canceled: true)));
        var error = Assert.Throws<RpcException>(() => _pair.Calls.Shoot(Any).AsTask().GetAwaiter().GetResult());
        Assert.Equal((RpcErrorCode.Cancelled, true), (error.Code, error.IsRemote));
    }

    [Theory]
    [InlineData(DisconnectReason.Timeout, true)]
    [InlineData(DisconnectReason.Reset, true)]
    [InlineData(DisconnectReason.Remote, true)]
    [InlineData(DisconnectReason.Untrusted, false)]
    public void The_end_of_the_connection_fails_calls_in_flight(DisconnectReason reason, bool isTransient)
    {
        var tokens = new List<CancellationToken>();
        _pair.Arena.OnShoot = (_, cancellationToken) =>
        {
            tokens.Add(cancellationToken);
            return Wait(cancellationToken);
        };
        var calls = Enumerable.Range(0, 10).Select(_ => _pair.Calls.Shoot(Any).AsTask()).ToArray();
        _pair.End(reason);
        Assert.All(calls, call =>
        {
            var error = Assert.Throws<RpcException>(() => call.GetAwaiter().GetResult());
            Assert.Equal((RpcErrorCode.ConnectionEnded, isTransient, true), (error.Code, error.IsTransient, error.MayHaveRun));
        });
        Assert.Equal(10, tokens.Count);
        Assert.All(tokens, token => Assert.True(token.IsCancellationRequested));
        var after = Assert.Throws<RpcException>(() => _pair.Calls.Shoot(Any).AsTask().GetAwaiter().GetResult());
        Assert.Equal((RpcErrorCode.ConnectionEnded, false), (after.Code, after.MayHaveRun));
    }

    [Fact]
    public void Cancellations_answers_and_ends_from_many_threads_end_each_call_once()
    {
        var seed = Environment.TickCount;
        var work = Enumerable.Range(0, 4).Select(worker => Task.Run(() =>
        {
            var random = new Random(seed + worker);
            var pair = new FakePair(new RpcOptions { CallTimeout = TimeSpan.FromMinutes(5) });
            pair.Arena.OnEcho = static async (text, _) =>
            {
                await Task.Yield();
                return text;
            };
            for (var round = 0; round < 2_000; round++)
            {
                // Not disposed: the cancellation that is queued may come after the answer.
                var stop = new CancellationTokenSource();
                var call = pair.Calls.Echo($"{round}", stop.Token).AsTask();
                if (random.Next(2) == 0) ThreadPool.UnsafeQueueUserWorkItem(static state => ((CancellationTokenSource)state!).Cancel(), stop);
                try
                {
                    Assert.True(call.Wait(TimeSpan.FromMinutes(1)), $"seed {seed}");
                    Assert.Equal($"{round}", call.Result);
                }
                catch (AggregateException error) when (error.InnerException is OperationCanceledException)
                {
                    Assert.True(call.IsCanceled);
                }
            }

            return pair.Connection.GetStatistics().CallsInFlight;
        })).ToArray();
        Assert.True(Task.WaitAll(work, TimeSpan.FromMinutes(5)), $"seed {seed}");
        Assert.All(work, one => Assert.Equal(0, one.Result));
    }

    private static ValueTask<long> Wait(CancellationToken cancellationToken)
    {
        var source = new TaskCompletionSource<long>();
        cancellationToken.UnsafeRegister(static (state, token) => ((TaskCompletionSource<long>)state!).TrySetCanceled(token), source);
        return new ValueTask<long>(source.Task);
    }
}
