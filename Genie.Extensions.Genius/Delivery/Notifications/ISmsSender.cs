namespace Genie.Extensions.Genius.Delivery.Notifications;

/// <summary>Sends text messages by whatever a host has for it.</summary>
public interface ISmsSender
{
    /// <summary>Hands a message over; an exception means that it is to be tried again.</summary>
    ValueTask SendAsync(SmsMessage message, CancellationToken cancellationToken);
}
