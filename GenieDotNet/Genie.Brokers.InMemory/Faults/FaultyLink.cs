using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.InMemory.Faults;

/// <summary>The way from one connection to its channel where faults are wanted.</summary>
internal sealed class FaultyLink(InMemoryBroker broker, InMemoryChannel channel, FaultInjector injector)
{
    // A message held back with nothing behind it would wait for ever: after this long it goes on, in order after all.
    private static readonly TimeSpan HeldMax = TimeSpan.FromMilliseconds(50);

    private readonly Lock _lock = new();
    private InMemoryMessage? _held;

    public async ValueTask PutAsync(InMemoryMessage message, CancellationToken cancellationToken)
    {
        switch (injector.Draw(out var number))
        {
            case FaultKind.Loss:
                injector.Count(FaultKind.Loss);
                MessageBuffers.Return(message.Bytes);
                return;
            case FaultKind.Corrupt when message.Length > 0:
                injector.Count(FaultKind.Corrupt);
                injector.FlipBit(message.Bytes.AsSpan(0, message.Length), number);
                await channel.EnqueueAsync(message, cancellationToken).ConfigureAwait(false);
                return;
            case FaultKind.Misroute when broker.OtherThan(channel) is { } other:
                injector.Count(FaultKind.Misroute);
                await other.EnqueueAsync(message, cancellationToken).ConfigureAwait(false);
                return;
            case FaultKind.Duplicate:
                injector.Count(FaultKind.Duplicate);
                await channel.EnqueueAsync(Copy(message), cancellationToken).ConfigureAwait(false);
                break;
            case FaultKind.Delay when message.Route.Awaiting == Awaiting.Answer:
                injector.Count(FaultKind.Delay);
                message = message with { Route = message.Route with { Awaiting = Awaiting.DelayedAnswer } };
                break;
            case FaultKind.Reorder when TryHold(message):
                Later(HeldMax, () => FlushAsync(CancellationToken.None).AsTask());
                return;
        }

        await channel.EnqueueAsync(message, cancellationToken).ConfigureAwait(false);
        if (Release() is not { } overtaken) return;
        injector.Count(FaultKind.Reorder);
        await channel.EnqueueAsync(overtaken, CancellationToken.None).ConfigureAwait(false);
    }

    /// <summary>Lets go what is held back.</summary>
    public ValueTask FlushAsync(CancellationToken cancellationToken) =>
        Release() is { } held ? channel.EnqueueAsync(held, cancellationToken) : ValueTask.CompletedTask;

    /// <summary>Does something when a delayed answer is due.</summary>
    public void Later(Action action) => Later(injector.Plan.Delay, () =>
    {
        action();
        return Task.CompletedTask;
    });

    private static InMemoryMessage Copy(in InMemoryMessage message) =>
        message with { Bytes = MessageBuffers.RentCopy(message.Bytes.AsSpan(0, message.Length)) };

    private bool TryHold(in InMemoryMessage message)
    {
        lock (_lock)
        {
            if (_held is not null) return false;
            _held = message;
            return true;
        }
    }

    private InMemoryMessage? Release()
    {
        lock (_lock)
        {
            var held = _held;
            _held = null;
            return held;
        }
    }

    private void Later(TimeSpan delay, Func<Task> action)
    {
        _ = Run();

        async Task Run()
        {
            await Task.Delay(delay, broker.Clock, CancellationToken.None).ConfigureAwait(false);
            await action().ConfigureAwait(false);
        }
    }
}
