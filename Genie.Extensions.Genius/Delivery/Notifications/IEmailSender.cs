namespace Genie.Extensions.Genius.Delivery.Notifications;

/// <summary>Sends e-mails by whatever a host has for it.</summary>
public interface IEmailSender
{
    /// <summary>Hands an e-mail over; an exception means that it is to be tried again.</summary>
    ValueTask SendAsync(EmailMessage message, CancellationToken cancellationToken);
}
