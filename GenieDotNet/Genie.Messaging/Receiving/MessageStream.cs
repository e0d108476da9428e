using System.Runtime.CompilerServices;
using System.Threading.Channels;

namespace Genie.Messaging.Receiving;

/// <summary>A subscription whose handler waits until the consumer has settled the message.</summary>
internal sealed class MessageStream(MessageClient client, string channel, ReceiveOptions options)
{
    public async IAsyncEnumerable<ReceivedMessage> ReadAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var (subscription, messages) = await OpenAsync(options.MaxUnsettled, cancellationToken).ConfigureAwait(false);
        await using (subscription.ConfigureAwait(false))
        {
            await foreach (var message in messages.ReadAllAsync(cancellationToken).ConfigureAwait(false)) yield return message;
        }
    }

    public async IAsyncEnumerable<IReadOnlyList<ReceivedMessage>> ReadBatchesAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.BatchSizeMax);
        var (subscription, messages) = await OpenAsync(Math.Max(options.MaxUnsettled, options.BatchSizeMax), cancellationToken).ConfigureAwait(false);
        await using (subscription.ConfigureAwait(false))
        {
            while (await messages.WaitToReadAsync(cancellationToken).ConfigureAwait(false)) yield return await FillAsync(messages, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task<IReadOnlyList<ReceivedMessage>> FillAsync(ChannelReader<ReceivedMessage> messages, CancellationToken cancellationToken)
    {
        var batch = new List<ReceivedMessage>();
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limited.CancelAfter(options.BatchTimeout);
        try
        {
            while (batch.Count < options.BatchSizeMax && await messages.WaitToReadAsync(limited.Token).ConfigureAwait(false))
            {
                while (batch.Count < options.BatchSizeMax && messages.TryRead(out var message)) batch.Add(message);
            }
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            // The batch is as full as it gets in its time.
        }

        return batch;
    }

    private async Task<(ISubscription Subscription, ChannelReader<ReceivedMessage> Messages)> OpenAsync(int maxUnsettled, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(maxUnsettled);
        var given = Channel.CreateUnbounded<ReceivedMessage>(new UnboundedChannelOptions { SingleReader = true });
        var subscribing = options.Subscription with
        {
            Concurrency = maxUnsettled,
            Prefetch = Math.Max(options.Subscription.Prefetch, maxUnsettled),

            // Whoever has left the loop settles nothing more.
            StopTimeout = TimeSpan.Zero,
        };
        var subscription = await client.SubscribeAsync(channel, subscribing, GiveAsync, cancellationToken).ConfigureAwait(false);
        return (subscription, given.Reader);

        async ValueTask GiveAsync(ReceivedMessage message, CancellationToken stopping)
        {
            given.Writer.TryWrite(message);
            await message.Settled.WaitAsync(stopping).ConfigureAwait(false);
        }
    }
}
