using Genie.Extensions.Genius.Delivery.Push;

namespace Genie.Extensions.Genius.Delivery.Notifications;

/// <summary>Delivers events as e-mails.</summary>
/// <param name="sender">Who sends them.</param>
/// <param name="compose">Writes the e-mail of an event; its id is set here.</param>
public sealed class EmailChannel(IEmailSender sender, Func<DeliveryAttempt, EmailMessage> compose) : IDeliveryChannel
{
    /// <inheritdoc/>
    public async ValueTask<DeliveryOutcome> DeliverAsync(DeliveryAttempt attempt, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(attempt);
        await sender.SendAsync(compose(attempt) with { Id = attempt.Id }, cancellationToken).ConfigureAwait(false);
        return DeliveryOutcome.Delivered;
    }
}
