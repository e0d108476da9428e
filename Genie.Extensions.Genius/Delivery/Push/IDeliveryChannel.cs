namespace Genie.Extensions.Genius.Delivery.Push;

/// <summary>A way to a receiver: a webhook, e-mail, text messages. Called by several attempts at once.</summary>
public interface IDeliveryChannel
{
    /// <summary>Makes one attempt. An exception other than a cancellation counts as <see cref="DeliveryResult.Failed"/>.</summary>
    ValueTask<DeliveryOutcome> DeliverAsync(DeliveryAttempt attempt, CancellationToken cancellationToken);
}
