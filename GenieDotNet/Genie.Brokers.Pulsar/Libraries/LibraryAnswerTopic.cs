namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>A topic that answers go to, with the library's producer for it.</summary>
internal sealed class LibraryAnswerTopic(IPulsarLibrary library, string name, CancellationToken ending) : IIdleTopic
{
    private readonly Lock _lock = new();
    private Task<ILibraryProducer>? _producer;
    private Task _last = Task.CompletedTask;
    private long _lastUsed = Environment.TickCount64;

    /// <inheritdoc/>
    public long LastUsed => Volatile.Read(ref _lastUsed);

    /// <summary>Hands an answer to the library; whether it arrives is not waited for.</summary>
    public async ValueTask PostAsync(byte[] answer, string correlation)
    {
        Volatile.Write(ref _lastUsed, Environment.TickCount64);
        Task<ILibraryProducer> opening;
        lock (_lock) opening = _producer is null or { IsFaulted: true } or { IsCanceled: true } ? _producer = library.CreateProducerAsync(name, batches: false, ending).AsTask() : _producer;
        try
        {
            var producer = await opening.WaitAsync(ending).ConfigureAwait(false);
            Volatile.Write(ref _last, LibraryErrors.ObserveAsync(producer.SendAsync(answer, new LibraryProperties("", "", correlation))));
        }
        catch (Exception)
        {
            // The requester learns it from a time-out; the message is settled all the same.
        }
    }

    /// <summary>Waits for the receipt of the last answer, in whose order they come.</summary>
    public Task FlushAsync(TimeSpan timeout) => Task.WhenAny(Volatile.Read(ref _last), Task.Delay(timeout));

    /// <inheritdoc/>
    public async Task CloseAsync()
    {
        Task<ILibraryProducer>? closing;
        lock (_lock) (closing, _producer) = (_producer, null);
        try
        {
            if (closing is not null) await (await closing.WaitAsync(ending).ConfigureAwait(false)).DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception)
        {
            // It had never been opened, or its link is gone.
        }
    }
}
