namespace Genie.Messaging.DeadLetters;

/// <summary>Keeps messages that could not be handled.</summary>
public interface IDeadLetterSink
{
    /// <summary>Prepares for a channel; called once when a subscription opens.</summary>
    /// <exception cref="MessagingException">This sink cannot keep anything on that system.</exception>
    ValueTask OpenAsync(MessageClient client, string channel, CancellationToken cancellationToken);

    /// <summary>Keeps a message. The original is acknowledged once this has completed, and delivered again if it fails.</summary>
    ValueTask PutAsync(DeadLetter letter, CancellationToken cancellationToken);

    /// <summary>Called once when the subscription has ended.</summary>
    ValueTask CloseAsync();
}
