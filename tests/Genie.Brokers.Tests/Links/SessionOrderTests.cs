using Genie.Brokers.Links;

namespace Genie.Brokers.Tests.Links;

/// <summary>Calls that come while there is no session get the next one in their order.</summary>
public sealed class SessionOrderTests
{
    private static readonly TimeSpan SafetyNet = TimeSpan.FromSeconds(60);
    private static readonly LinkOptions Options = new()
    {
        Broker = "test",
        Host = "127.0.0.1",
        Port = 1,
        Reconnect = new ReconnectPolicy { InitialDelay = TimeSpan.FromMilliseconds(1), MaxDelay = TimeSpan.FromMilliseconds(5) },
        CloseTimeout = TimeSpan.FromMilliseconds(50),
    };

    private readonly TaskCompletionSource _isBack = new();
    private readonly List<int> _sent = [];
    private int _opened;

    [Fact]
    public async Task Calls_that_wait_go_on_in_their_order_and_none_passes_them()
    {
        await using var link = await LoseAsync();
        var calls = Enumerable.Range(0, 1000).Select(number => SendTwiceAsync(link, number)).ToArray();
        _isBack.SetResult();
        await Task.WhenAll(calls).WaitAsync(SafetyNet);

        // The second call of each was made while others still waited: behind them.
        Assert.Equal(Enumerable.Range(0, 2000), _sent);
        while (!link.TryGet(out _)) await Task.Delay(1).WaitAsync(SafetyNet);
    }

    [Fact]
    public async Task Calls_that_were_cancelled_meanwhile_do_not_hold_up_the_others()
    {
        await using var link = await LoseAsync();
        using var cancellation = new CancellationTokenSource();
        var cancelled = Enumerable.Range(0, 100).Select(_ => link.GetAsync(SafetyNet, cancellation.Token).AsTask()).ToArray();
        var kept = link.GetAsync(SafetyNet, default).AsTask();
        await cancellation.CancelAsync();
        foreach (var call in cancelled) await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call.WaitAsync(SafetyNet));
        _isBack.SetResult();
        await kept.WaitAsync(SafetyNet);
    }

    [Fact]
    public async Task A_session_that_is_lost_while_calls_wait_leaves_them_to_the_next()
    {
        await using var link = await LoseAsync();
        var first = new TaskCompletionSource<EndlessSession>();
        var calls = Enumerable.Range(0, 50).Select(async number =>
        {
            var session = await link.GetAsync(SafetyNet, default);
            lock (_sent) _sent.Add(number);
            if (first.TrySetResult(session)) session.End();
        }).ToArray();
        _isBack.SetResult();
        await Task.WhenAll(calls).WaitAsync(SafetyNet);
        Assert.Equal(Enumerable.Range(0, 50), _sent);
        EndlessSession next;
        do next = await link.GetAsync(SafetyNet, default);
        while (next == await first.Task);
    }

    [Fact]
    public async Task A_call_that_blocks_when_it_goes_on_does_not_stop_those_behind_it()
    {
        await using var link = await LoseAsync();
        var behind = new TaskCompletionSource();
        var blocking = Task.Run(async () =>
        {
            await link.GetAsync(SafetyNet, default).ConfigureAwait(false);

            // As a caller does that mixes blocking calls with others.
            Assert.True(behind.Task.Wait(SafetyNet));
        });
        while (link.Waiting == 0) await Task.Delay(1).WaitAsync(SafetyNet);
        var next = Task.Run(async () =>
        {
            await link.GetAsync(SafetyNet, default);
            behind.SetResult();
        });
        while (link.Waiting == 1) await Task.Delay(1).WaitAsync(SafetyNet);
        _isBack.SetResult();
        await Task.WhenAll(blocking, next).WaitAsync(SafetyNet);
        while (!link.TryGet(out _)) await Task.Delay(1).WaitAsync(SafetyNet);
    }

    private async Task<SupervisedLink<EndlessSession>> LoseAsync()
    {
        var link = new SupervisedLink<EndlessSession>(Options, OpenAsync, static _ => { });
        await link.ConnectAsync(default);
        Assert.True(link.TryGet(out var session));
        session.End();
        while (link.TryGet(out _)) await Task.Delay(1).WaitAsync(SafetyNet);
        return link;
    }

    private async ValueTask<EndlessSession> OpenAsync(CancellationToken cancellationToken)
    {
        if (Interlocked.Increment(ref _opened) > 1) await _isBack.Task.WaitAsync(cancellationToken);
        return new EndlessSession();
    }

    private async Task SendTwiceAsync(SupervisedLink<EndlessSession> link, int number)
    {
        await link.GetAsync(SafetyNet, default).ConfigureAwait(false);
        lock (_sent) _sent.Add(number);
        await link.GetAsync(SafetyNet, default).ConfigureAwait(false);
        lock (_sent) _sent.Add(number + 1000);
    }
}
