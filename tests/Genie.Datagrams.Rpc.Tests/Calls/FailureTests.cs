using Genie.Datagrams.Rpc.Tests.Samples;
using Genie.Datagrams.Rpc.Wire;

namespace Genie.Datagrams.Rpc.Tests.Calls;

public sealed class FailureTests
{
    private static readonly Shot Any = new(1, default, null);
    private readonly List<(string? Method, Exception Error)> _failures = [];
    private readonly FakePair _pair;

    public FailureTests()
    {
        var options = new RpcOptions { MaxCallsInFlight = 3, MaxServedCalls = 2, MaxPayloadBytes = 1_000, ServiceFailed = (_, method, error) => _failures.Add((method?.Name, error)) };
        _pair = new FakePair(options with { MaxPayloadBytes = 2_000 }, options);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void What_a_service_throws_stays_with_the_server(bool isAsynchronous)
    {
        _pair.Arena.OnShoot = (_, _) => isAsynchronous
            ? new ValueTask<long>(Task.FromException<long>(new InvalidOperationException("password is 1234")))
            : throw new InvalidOperationException("password is 1234");
        var error = ErrorOf(_pair.Calls.Shoot(Any));
        Assert.Equal((RpcErrorCode.Failed, false, true, true), (error.Code, error.IsTransient, error.IsRemote, error.MayHaveRun));
        Assert.DoesNotContain("1234", error.ToString(), StringComparison.Ordinal);
        Assert.Equal("IArena.Shoot", Assert.Single(_failures).Method);
        Assert.Contains("1234", _failures[0].Error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void What_it_means_its_caller_to_know_arrives(bool isTransient)
    {
        _pair.Arena.OnShoot = (_, _) => throw new RpcException((RpcErrorCode)1_234, "no ammunition", isTransient);
        var error = ErrorOf(_pair.Calls.Shoot(Any));
        Assert.Equal(((RpcErrorCode)1_234, "no ammunition", isTransient, true), (error.Code, error.Message, error.IsTransient, error.IsRemote));
        Assert.Throws<ArgumentOutOfRangeException>(() => new RpcException(RpcErrorCode.Failed, "not a service's"));
    }

    [Fact]
    public void A_long_text_is_cut_between_two_characters()
    {
        _pair.Arena.OnShoot = (_, _) => throw new RpcException(RpcErrorCode.FirstOfServices, "x" + new string('é', 600));
        Assert.Equal("x" + new string('é', 255), ErrorOf(_pair.Calls.Shoot(Any)).Message);
    }

    [Fact]
    public void An_error_from_further_on_is_not_passed_on()
    {
        _pair.Arena.OnShoot = (_, _) => throw new RpcException((RpcErrorCode)1_500, "of another server", isTransient: false, mayHaveRun: true, isRemote: true);
        Assert.Equal(RpcErrorCode.Failed, ErrorOf(_pair.Calls.Shoot(Any)).Code);
    }

    [Fact]
    public void A_one_way_method_that_throws_ends_nothing()
    {
        _pair.Arena.OnCount = static () => throw new InvalidOperationException("one");
        Assert.True(_pair.Calls.Count(1).IsCompletedSuccessfully);
        _pair.Arena.OnCount = static () => new ValueTask(Task.FromException(new InvalidOperationException("two")));
        Assert.True(_pair.Calls.Count(2).IsCompletedSuccessfully);
        Assert.Equal(["one", "two"], _failures.Select(one => one.Error.Message));
        Assert.Equal(0, _pair.Accepted.GetStatistics().ServedCalls);
    }

    [Fact]
    public void Arguments_that_the_contract_excludes_are_not_sent()
    {
        var error = Assert.Throws<RpcException>(() => _pair.Calls.Move(new Position(2_000, 0)));
        Assert.Equal((RpcErrorCode.InvalidPayload, false, false), (error.Code, error.IsTransient, error.MayHaveRun));
        Assert.Contains("IArena.Move", error.Message, StringComparison.Ordinal);
        Assert.Equal(RpcErrorCode.InvalidPayload, ErrorOf(_pair.Calls.Shoot(Any with { Target = 1_024 })).Code);
        Assert.Equal(0, _pair.Connection.GetStatistics().CallsInFlight);
        Assert.Empty(_pair.Arena.Calls);
    }

    [Fact]
    public void Arguments_and_results_have_a_bound()
    {
        Assert.Equal((RpcErrorCode.TooLarge, false), Facts(ErrorOf(_pair.Calls.Echo(new string('a', 2_500), default))));

        // The server takes less than this client.
        Assert.Equal((RpcErrorCode.TooLarge, true), Facts(ErrorOf(_pair.Calls.Echo(new string('a', 1_500), default))));
        _pair.Arena.OnEcho = static (_, _) => ValueTask.FromResult<string?>(new string('b', 1_500));
        Assert.Equal((RpcErrorCode.Failed, true), Facts(ErrorOf(_pair.Calls.Echo("a", default))));
        Assert.Contains("MaxPayloadBytes", Assert.Single(_failures).Error.Message, StringComparison.Ordinal);

        static (RpcErrorCode Code, bool IsRemote) Facts(RpcException error) => (error.Code, error.IsRemote);
    }

    [Fact]
    public void A_result_that_cannot_be_written_is_an_error_at_both_sides()
    {
        Assert.Equal(RpcErrorCode.InvalidPayload, ErrorOf(_pair.Calls.Scores([.. Enumerable.Range(0, 51)])).Code);
        Assert.Contains("TooLong", Assert.Single(_failures).Error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_serializer_that_throws_at_what_it_reads_ends_nothing()
    {
        var error = ErrorOf(_pair.Calls.Check(new Version(255, 0)));
        Assert.Equal((RpcErrorCode.InvalidPayload, true), (error.Code, error.IsRemote));
        Assert.IsType<FormatException>(Assert.Single(_failures).Error);
    }

    [Fact]
    public void Calls_in_flight_have_a_bound()
    {
        _pair.Hold();
        var calls = Enumerable.Range(0, 3).Select(_ => _pair.Calls.Shoot(Any).AsTask()).ToArray();
        var error = ErrorOf(_pair.Calls.Shoot(Any));
        Assert.Equal((RpcErrorCode.TooManyCalls, true, false), (error.Code, error.IsTransient, error.MayHaveRun));
        _pair.Deliver();
        Assert.All(calls, call => Assert.Equal(2, call.GetAwaiter().GetResult()));
        Assert.Equal(3, _pair.Arena.Shots[1]);
    }

    [Fact]
    public void Calls_that_are_worked_on_have_a_bound()
    {
        var pending = new TaskCompletionSource<long>();
        _pair.Arena.OnShoot = (_, _) => new ValueTask<long>(pending.Task);
        var (first, second) = (_pair.Calls.Shoot(Any).AsTask(), _pair.Calls.Shoot(Any).AsTask());
        var error = ErrorOf(_pair.Calls.Shoot(Any));
        Assert.Equal((RpcErrorCode.TooManyCalls, true, true, false), (error.Code, error.IsTransient, error.IsRemote, error.MayHaveRun));

        // An unreliable call is dropped, a reliable one must not be.
        _pair.Calls.Move(default);
        Assert.Equal((1L, 0), (_pair.Accepted.GetStatistics().RefusedMessages, _pair.Down.Disconnects));
        _pair.Calls.Jump();
        Assert.Equal((2L, 1), (_pair.Accepted.GetStatistics().RefusedMessages, _pair.Down.Disconnects));
        Assert.Empty(_pair.Arena.Calls);
        pending.SetResult(5);
        Assert.Equal((5, 5), (first.GetAwaiter().GetResult(), second.GetAwaiter().GetResult()));
        Assert.True(SpinWait.SpinUntil(() => _pair.Accepted.GetStatistics().ServedCalls == 0, TimeSpan.FromMinutes(1)));
        Assert.Equal(5, _pair.Calls.Shoot(Any).AsTask().GetAwaiter().GetResult());
    }

    [Fact]
    public void A_full_queue_and_an_ended_connection_are_typed_errors()
    {
        _pair.Up.IsFull = true;
        var error = Assert.Throws<RpcException>(_pair.Calls.Jump);
        Assert.Equal((RpcErrorCode.QueueFull, true), (error.Code, error.IsTransient));
        Assert.Equal(RpcErrorCode.QueueFull, ErrorOf(_pair.Calls.Shoot(Any)).Code);
        Assert.Equal(0, _pair.Connection.GetStatistics().CallsInFlight);
        _pair.Up.IsFull = false;
        _pair.Up.StateNow = ConnectionState.Closed;
        error = Assert.Throws<RpcException>(_pair.Calls.Jump);
        Assert.Equal((RpcErrorCode.ConnectionEnded, true, false), (error.Code, error.IsTransient, error.MayHaveRun));
        Assert.Equal(RpcErrorCode.ConnectionEnded, ErrorOf(_pair.Calls.Count(1).AsTask()).Code);
        Assert.Equal(RpcErrorCode.ConnectionEnded, ErrorOf(_pair.Calls.Shoot(Any)).Code);
    }

    [Fact]
    public void An_answer_that_is_none_is_a_typed_error()
    {
        _pair.Hold();
        var call = _pair.Calls.Shoot(Any);
        var request = _pair.Up.Sent.Dequeue();
        byte[] answer = [RpcMessage.Result, .. request.AsSpan(5, 4), 1, 2, 3];
        ((IDatagramHandler)_pair.Client).OnMessage(_pair.Up, answer, default);
        var error = ErrorOf(call);
        Assert.Equal((RpcErrorCode.InvalidPayload, false), (error.Code, error.IsRemote));
        ((IDatagramHandler)_pair.Client).OnMessage(_pair.Up, answer, default);
        Assert.Equal(1, _pair.Connection.GetStatistics().LateAnswers);
    }

    private static RpcException ErrorOf<T>(ValueTask<T> call) => ErrorOf(call.AsTask());

    private static RpcException ErrorOf(Task call)
    {
        Assert.True(call.IsCompleted, "the call has not ended");
        return Assert.Throws<RpcException>(call.GetAwaiter().GetResult);
    }
}
