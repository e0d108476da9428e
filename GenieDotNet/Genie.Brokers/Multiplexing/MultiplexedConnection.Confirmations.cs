using System.Runtime.CompilerServices;

namespace Genie.Brokers.Multiplexing;

/// <content>Sends that await the system's confirmation: as many as may be in flight, each for the time-out of a request.</content>
public abstract partial class MultiplexedConnection
{
    private readonly PostMessage _publish;

    // From the first such send on.
    private PendingTable<bool>? _confirmations;

    /// <summary>About how many sends await their confirmation: enough to know whether another is on its way.</summary>
    protected int Unconfirmed => Volatile.Read(ref _confirmations)?.Pending ?? 0;

    /// <summary>Sends a message by <see cref="PublishAsync"/> and completes when it is confirmed.</summary>
    /// <exception cref="LinkLostException">No confirmation came within the time-out of a request.</exception>
    protected ValueTask SendConfirmedAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested) return ValueTask.FromCanceled(cancellationToken);
        var confirmations = Volatile.Read(ref _confirmations) ?? CreateConfirmations();
        return confirmations.TryBegin(cancellationToken, out var operation)
            ? Publish(operation, message)
            : WaitThenPublishAsync(confirmations, message, cancellationToken);
    }

    /// <summary>
    /// Sends a message whose confirmation comes back by <paramref name="correlation"/>, to be reported by <see cref="Confirm"/>. Completes when
    /// the message's bytes are no longer needed; an exception ends the send with it.
    /// </summary>
    protected virtual ValueTask PublishAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken) =>
        throw new NotSupportedException($"{Broker} confirms nothing.");

    /// <summary>Ends one send: its confirmation has arrived, or the error with which it was refused.</summary>
    protected void Confirm(Correlation correlation, Exception? error = null)
    {
        if (Volatile.Read(ref _confirmations) is not { } confirmations) return;
        if (error is not null) confirmations.TryFail(correlation, error);
        else if (confirmations.TryClaim(correlation)) confirmations.SetResult(correlation, true);
    }

    /// <summary>What a message ends with that was not confirmed in time: whether it arrived is unknown.</summary>
    protected LinkLostException NotConfirmed() => new(Broker, $"no confirmation within {Options.RequestTimeout.TotalSeconds:0.###} s");

    /// <summary>What a message ends with that was not confirmed in time, where the driver knows why; null: <see cref="NotConfirmed"/>.</summary>
    protected virtual BrokerException? CreateNotConfirmed() => null;

    private PendingTable<bool> CreateConfirmations()
    {
        var created = CreateTable<bool>(() => CreateNotConfirmed() ?? NotConfirmed());
        var confirmations = Interlocked.CompareExchange(ref _confirmations, created, null) ?? created;
        if (confirmations != created || Volatile.Read(ref _isDisposed)) created.Dispose();
        return confirmations;
    }

    private async ValueTask WaitThenPublishAsync(PendingTable<bool> confirmations, ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        var operation = await confirmations.BeginAsync(cancellationToken).ConfigureAwait(false);
        await Publish(operation, message).ConfigureAwait(false);
    }

    private ValueTask Publish(PendingOperation<bool> operation, ReadOnlyMemory<byte> message)
    {
        var confirmed = operation.Completion;
        var posting = _publish.ForAsync(operation, message);
        return posting.IsCompleted ? confirmed : AwaitBothAsync(posting, confirmed);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask AwaitBothAsync(ValueTask posting, ValueTask confirmed)
    {
        await posting.ConfigureAwait(false);
        await confirmed.ConfigureAwait(false);
    }
}
