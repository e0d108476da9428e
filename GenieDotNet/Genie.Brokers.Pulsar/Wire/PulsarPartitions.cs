using Genie.Brokers.Links;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>The links of a listener to the partitions of its topic beyond the first: other brokers may serve them.</summary>
/// <param name="create">Makes the link to a partition; opens nothing yet.</param>
internal sealed class PulsarPartitions(Func<int, SupervisedLink<PulsarSession>> create) : IAsyncDisposable
{
    private readonly CancellationTokenSource _ending = new();
    private readonly List<SupervisedLink<PulsarSession>> _further = [];
    private Task _watching = Task.CompletedTask;

    /// <summary>Subscribes to all of them.</summary>
    public async ValueTask OpenAsync(int partitions, CancellationToken cancellationToken)
    {
        while (_further.Count < partitions - 1)
        {
            var link = create(_further.Count + 1);
            try
            {
                await link.ConnectAsync(cancellationToken).ConfigureAwait(false);
            }
            catch
            {
                await link.DisposeAsync().ConfigureAwait(false);
                throw;
            }

            _further.Add(link);
        }
    }

    /// <summary>Asks now and then whether there are more of them, and subscribes to those.</summary>
    /// <param name="interval">How often.</param>
    /// <param name="count">Asks the broker.</param>
    public void Watch(TimeSpan interval, Func<CancellationToken, ValueTask<int>> count) => _watching = WatchAsync(interval, count, _ending.Token);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync().ConfigureAwait(false);
        await _watching.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await Task.WhenAll(_further.Select(link => link.DisposeAsync().AsTask())).ConfigureAwait(false);
        _ending.Dispose();
    }

    private async Task WatchAsync(TimeSpan interval, Func<CancellationToken, ValueTask<int>> count, CancellationToken ending)
    {
        while (true)
        {
            await Task.Delay(interval, ending).ConfigureAwait(false);
            try
            {
                await OpenAsync(await count(ending).ConfigureAwait(false), ending).ConfigureAwait(false);
            }
            catch (BrokerException)
            {
                // The next time may do.
            }
        }
    }
}
