namespace Genie.Brokers.Pulsar.Official;

/// <summary>Pulsar.Client reports a lost connection only when asked.</summary>
internal static class PulsarClientWatch
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    /// <summary>Completes when the library says that it has no connection.</summary>
    public static async Task WhenLostAsync(Func<Task<bool>> isConnected, CancellationToken cancellationToken)
    {
        while (await isConnected().WaitAsync(cancellationToken).ConfigureAwait(false)) await Task.Delay(Interval, cancellationToken).ConfigureAwait(false);
    }
}
