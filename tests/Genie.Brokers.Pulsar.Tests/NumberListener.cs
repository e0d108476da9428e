using System.Collections.Concurrent;

namespace Genie.Brokers.Pulsar.Tests;

/// <summary>A listener that notes the numbers it gets.</summary>
internal sealed class NumberListener : IAsyncDisposable
{
    private readonly ConcurrentQueue<int> _seen = new();
    private IAsyncDisposable? _listener;

    /// <summary>What came, in order.</summary>
    public IReadOnlyList<int> Seen => [.. _seen];

    public static async Task<NumberListener> StartAsync(IBroker broker, string channel, ListenOptions? options = null, Func<int, Task>? handle = null)
    {
        var numbers = new NumberListener();
        numbers._listener = await broker.ListenAsync(channel, options ?? new ListenOptions(), async (message, _, _) =>
        {
            var number = BitConverter.ToInt32(System.Buffers.BuffersExtensions.ToArray(message));
            numbers._seen.Enqueue(number);
            if (handle is not null) await handle(number);
        }, default);
        return numbers;
    }

    public async Task ExpectAsync(int count)
    {
        for (var deadline = DateTime.UtcNow + Clients.SafetyNet; _seen.Count < count; await Task.Delay(20))
            Assert.True(DateTime.UtcNow < deadline, $"{_seen.Count} of {count} came");
    }

    public ValueTask DisposeAsync() => _listener!.DisposeAsync();
}
