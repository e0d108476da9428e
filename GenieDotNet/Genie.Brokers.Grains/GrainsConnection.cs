using Genie.Brokers.Multiplexing;
using Genie.Grains;

namespace Genie.Brokers.Grains;

/// <summary>Puts messages into the mailbox of one grain and matches the answers.</summary>
/// <param name="broker">Whose connection it is.</param>
/// <param name="channel">Where it sends to.</param>
/// <param name="key">The grain.</param>
/// <param name="streams">The grains' kind.</param>
/// <param name="options">Bound and time-out.</param>
internal sealed class GrainsConnection(
    GrainsBroker broker, string channel, string key, GrainKind<GrainMessage, bool> streams, ConnectionOptions options)
    : MultiplexedConnection(GrainsDrivers.Name, options)
{
    private int _closed;

    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _closed) != 0, typeof(IBrokerConnection));
        return PutAsync(message, default, cancellationToken);
    }

    // What the mailbox has does not leave the process.
    protected override ValueTask FlushCoreAsync(CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <summary>An answer, in its envelope.</summary>
    public void Answer(Correlation correlation, ReadOnlyMemory<byte> envelope) => Complete(correlation, envelope.Span);

    /// <summary>Nobody listens.</summary>
    public void FailUnroutable(Correlation correlation, string asked) => Fail(correlation, new UnroutableException(GrainsDrivers.Name, asked));

    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken) =>
        PutAsync(message, new GrainRoute(this, correlation), cancellationToken);

    protected override ValueTask DisposeCoreAsync()
    {
        Volatile.Write(ref _closed, 1);
        return ValueTask.CompletedTask;
    }

    private ValueTask PutAsync(ReadOnlyMemory<byte> payload, GrainRoute route, CancellationToken cancellationToken)
    {
        if (new PayloadLimit(GrainsDrivers.Name, broker.Options.MaxMessageBytes).TooLarge(payload.Length) is { } error) throw error;
        var message = new GrainMessage(channel, MessageBuffers.RentCopy(payload.Span), payload.Length, route);

        // The token ends the wait for room only: a message in the mailbox is handled whatever its sender does next.
        var taken = streams.SendAsync(key, message, GrainCall.None);
        return taken.IsCompletedSuccessfully || !cancellationToken.CanBeCanceled ? taken : new ValueTask(taken.AsTask().WaitAsync(cancellationToken));
    }
}
