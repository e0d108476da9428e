namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>A consumer with the loop that takes from it until it is disposed.</summary>
internal sealed class LibraryReceiver : ILibraryPart
{
    private readonly CancellationTokenSource _stopping = new();
    private readonly ILibraryConsumer _consumer;
    private readonly Func<LibraryMessage, ValueTask> _take;
    private readonly TaskCompletionSource _failed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Task _loop;

    /// <summary>Begins to take.</summary>
    /// <param name="consumer">The consumer.</param>
    /// <param name="take">Takes one message; the next waits for it.</param>
    public LibraryReceiver(ILibraryConsumer consumer, Func<LibraryMessage, ValueTask> take)
    {
        _consumer = consumer;
        _take = take;
        _loop = Task.Run(ReceiveAsync);
    }

    /// <summary>Also when a message cannot be taken: the next session is given it again.</summary>
    public async Task WhenLostAsync(CancellationToken cancellationToken) =>
        await (await Task.WhenAny(_consumer.WhenLostAsync(cancellationToken), _failed.Task).ConfigureAwait(false)).ConfigureAwait(false);

    /// <summary>Takes nothing more; the consumer goes on.</summary>
    public async Task StopAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _loop.ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await StopAsync().ConfigureAwait(false);
        await _consumer.DisposeAsync().ConfigureAwait(false);
    }

    private async Task ReceiveAsync()
    {
        try
        {
            while (!_stopping.IsCancellationRequested)
            {
                var message = await _consumer.ReceiveAsync(_stopping.Token).ConfigureAwait(false);
                await TakeAsync(message).ConfigureAwait(false);
            }
        }
        catch (Exception)
        {
            // It was stopped, or its connection is lost, which those who watch the connection see.
        }
    }

    private async ValueTask TakeAsync(LibraryMessage message)
    {
        try
        {
            await _take(message).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            // A fault of ours, which no connection shows.
            _failed.TrySetException(error);
            throw;
        }
    }
}
