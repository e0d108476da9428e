namespace Genie.Brokers.Kafka.Official;

/// <summary>Where a listener's messages come from.</summary>
internal interface ITopicReader : IAsyncDisposable
{
    /// <summary>Completes when what is sent from now on will be read.</summary>
    Task WaitUntilReadyAsync(CancellationToken cancellationToken);

    /// <summary>Takes nothing more; what was taken can still be settled.</summary>
    Task StopReadingAsync();
}
