namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>A consumer with the loop that takes from it until it is disposed.</summary>
internal sealed class LibraryReceiver : ILibraryPart
{
    private readonly CancellationTokenSource _stopping = new();
    private readonly ILibraryConsumer _consumer;
    private readonly Func<LibraryMessage, ValueTask> _take;
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

    /// <inheritdoc/>
    public Task WhenLostAsync(CancellationToken cancellationToken) => _consumer.WhenLostAsync(cancellationToken);

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
                await _take(await _consumer.ReceiveAsync(_stopping.Token).ConfigureAwait(false)).ConfigureAwait(false);
            }
        }
        catch (Exception)
        {
            // It was stopped, or its connection is lost, which those who watch the connection see.
        }
    }
}
