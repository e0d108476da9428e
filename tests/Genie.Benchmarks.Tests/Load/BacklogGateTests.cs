using Genie.Benchmarks.Load;

namespace Genie.Benchmarks.Tests.Load;

public sealed class BacklogGateTests
{
    private readonly BacklogGate _gate = new(100);

    [Fact]
    public void Senders_pass_until_the_worker_is_too_far_behind()
    {
        Assert.True(Take(60).IsCompleted);
        Assert.True(Take(60).IsCompleted);
        Assert.False(Take(1).IsCompleted);
    }

    [Fact]
    public async Task Arrivals_let_those_who_wait_pass_in_their_order()
    {
        _ = Take(100);
        var first = Take(50);
        var second = Take(50);
        _gate.Received(1);
        await first;
        Assert.False(second.IsCompleted);
        _gate.Received(50);
        Assert.False(second.IsCompleted);
        _gate.Received(51);
        await second;
    }

    [Fact]
    public async Task What_is_lost_holds_nobody_up_for_ever_and_counts_no_second_time()
    {
        _ = Take(100);
        var waiting = Take(100);
        _gate.Received(30);
        await waiting;
        _gate.WriteOffMissing();
        Assert.True(Take(100).IsCompleted);
        var next = Take(1);
        Assert.False(next.IsCompleted);

        // 170 of the first 200 were written off, so 31 received are the first to leave less than a hundred missing.
        _gate.Received(30);
        Assert.False(next.IsCompleted);
        _gate.Received(31);
        await next;
    }

    [Fact]
    public async Task Opening_lets_everybody_pass()
    {
        _ = Take(100);
        var waiting = Take(10);
        _gate.Open();
        await waiting;
        Assert.True(Take(1_000_000).IsCompleted);
    }

    private Task Take(int messages) => _gate.TakeAsync(new ReusableWaiter(), messages).AsTask();
}
