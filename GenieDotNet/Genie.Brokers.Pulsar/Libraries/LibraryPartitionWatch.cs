namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>Asks now and then whether a listener's topic has other partitions than its session began with; the session ends then, and the next begins with all.</summary>
/// <param name="partitions">How many there were; 0 for none.</param>
/// <param name="interval">How often is asked.</param>
/// <param name="count">Asks the broker.</param>
internal sealed class LibraryPartitionWatch(int partitions, TimeSpan interval, Func<CancellationToken, ValueTask<int>> count) : ILibraryPart
{
    /// <inheritdoc/>
    public async Task WhenLostAsync(CancellationToken cancellationToken)
    {
        var now = partitions;
        while (now == partitions)
        {
            await Task.Delay(interval, cancellationToken).ConfigureAwait(false);
            try
            {
                now = await count(cancellationToken).ConfigureAwait(false);
            }
            catch (BrokerException)
            {
                // The next time may do; of a lost link others tell.
            }
        }

        throw new LinkLostException(PulsarDrivers.Broker, $"the topic has {now} partitions now, not {partitions}");
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
