using Genie.Brokers.Envelopes;
using Genie.Messaging.Receiving;

namespace Genie.Messaging;

/// <summary>A message that was delivered. It is settled once: the first of <see cref="Ack"/>, <see cref="Nack"/> and <see cref="DeadLetter"/> counts.</summary>
/// <remarks>Its body is valid until it is settled, or until the handler has ended; copy what is kept for longer.</remarks>
public sealed class ReceivedMessage
{
    private readonly TaskCompletionSource<Settlement> _settled = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Message _message;

    internal ReceivedMessage(string channel, in EnvelopeContent content, int deliveryCount)
    {
        _message = content.Message;
        Channel = channel;
        DeliveryCount = deliveryCount;
        SentAt = content.SentAt;
        AwaitsAnswer = content.Answer != AnswerForm.None;
        TakesPlainAnswer = content.Answer == AnswerForm.Plain;
    }

    /// <summary>The channel that it came through.</summary>
    public string Channel { get; }

    /// <inheritdoc cref="Message.Body"/>
    public ReadOnlyMemory<byte> Body => _message.Body;

    /// <inheritdoc cref="Message.Headers"/>
    public IReadOnlyDictionary<string, string> Headers => _message.Headers;

    /// <inheritdoc cref="Message.Key"/>
    public string Key => _message.Key;

    /// <summary>Tells the message from all others; empty where it was not sent by a <see cref="MessageSender"/>.</summary>
    public string Id => _message.Id;

    /// <summary>When it was sent, by the sender's clock; null where it was not sent by a <see cref="MessageSender"/>.</summary>
    public DateTimeOffset? SentAt { get; }

    /// <summary>Which delivery to this subscription it is, from 1. What other subscriptions had of it is not counted.</summary>
    public int DeliveryCount { get; }

    /// <summary>The sender made a request: <see cref="Answer"/> is sent to it.</summary>
    public bool AwaitsAnswer { get; }

    /// <summary>What a request is answered with once it is acknowledged. Null: an empty message.</summary>
    public Message? Answer { get; set; }

    /// <summary>The message is handled. In a handler, returning says the same.</summary>
    /// <returns>False if it was settled before, or the subscription has ended: then it may come again.</returns>
    public bool Ack() => _settled.TrySetResult(Settlement.Acknowledged);

    /// <summary>The message is to be delivered again. It counts as a delivery.</summary>
    /// <param name="delay">How long it waits; null: as <see cref="SubscribeOptions.Redelivery"/> says.</param>
    /// <returns>False if it was settled before, or the subscription has ended.</returns>
    public bool Nack(TimeSpan? delay = null) => _settled.TrySetResult(Settlement.Redeliver(delay, reason: null));

    /// <summary>The message is to be put to the dead letters, without another delivery.</summary>
    /// <param name="reason">Why, for those who read the dead letters.</param>
    /// <returns>False if it was settled before, or the subscription has ended.</returns>
    public bool DeadLetter(string reason) => _settled.TrySetResult(Settlement.Dead(reason));

    /// <summary>The message, to be sent elsewhere.</summary>
    public Message ToMessage() => _message;

    /// <summary>The sender is a client of others, which is answered with the body of <see cref="Answer"/> alone.</summary>
    internal bool TakesPlainAnswer { get; }

    internal Task<Settlement> Settled => _settled.Task;

    internal bool Abandon() => _settled.TrySetResult(Settlement.Abandoned);
}
