using System.Runtime.CompilerServices;

namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>Takes messages from a library until told to stop.</summary>
internal static class LibraryReceiving
{
    private static readonly TimeSpan RetryDelay = TimeSpan.FromMilliseconds(100);

    /// <summary>The messages of a consumer. What the library reports meanwhile is a lost link, which it restores itself.</summary>
    public static async IAsyncEnumerable<LibraryMessage> Of(ILibraryConsumer consumer, [EnumeratorCancellation] CancellationToken stopping)
    {
        while (!stopping.IsCancellationRequested)
        {
            LibraryMessage? message = null;
            try
            {
                message = await consumer.ReceiveAsync(stopping).ConfigureAwait(false);
            }
            catch (Exception) when (stopping.IsCancellationRequested)
            {
                yield break;
            }
            catch (Exception)
            {
                await Task.Delay(RetryDelay, stopping).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }

            if (message is { } received) yield return received;
        }
    }
}
