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
        Take(100);
        var first = Take(50).AsTask();
        var second = Take(50).AsTask();
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
        Take(100);
        var waiting = Take(100).AsTask();
        _gate.Received(30);
        await waiting;
        _gate.WriteOffMissing();
        Assert.True(Take(100).IsCompleted);
        var next = Take(1).AsTask();
        Assert.False(next.IsCompleted);

        // 170 were written off; of the 300 taken, 131 is the first number that leaves less than a hundred missing.
        _gate.Received(130);
        Assert.True(next.IsCompleted);
    }

    [Fact]
    public async Task Opening_lets_everybody_pass()
    {
        Take(100);
        var waiting = Take(10).AsTask();
        _gate.Open();
        await waiting;
        Assert.True(Take(1_000_000).IsCompleted);
    }

    private ValueTask Take(int messages) => _gate.TakeAsync(new ReusableWaiter(), messages);
}
