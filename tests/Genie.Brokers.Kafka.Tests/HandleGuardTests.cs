using Genie.Brokers.Kafka.Official;

namespace Genie.Brokers.Kafka.Tests;

public sealed class HandleGuardTests
{
    [Fact]
    public async Task Closing_waits_for_calls_and_lets_none_begin()
    {
        var guard = new HandleGuard();
        Assert.True(guard.TryEnter());
        Assert.True(guard.TryEnter());
        var closing = guard.CloseAsync();
        Assert.False(guard.TryEnter());
        guard.Exit();
        Assert.False(closing.IsCompleted);
        guard.Exit();
        await closing;
    }

    [Fact]
    public async Task Closing_an_unused_one_completes()
    {
        var guard = new HandleGuard();
        await guard.CloseAsync();
        await guard.CloseAsync();
        Assert.False(guard.TryEnter());
    }
}
