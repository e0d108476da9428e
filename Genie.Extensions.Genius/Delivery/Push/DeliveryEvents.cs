namespace Genie.Extensions.Genius.Delivery.Push;

/// <summary>The events of a subscription's stream; their payloads are the messages of <c>delivery.proto</c>.</summary>
public static class DeliveryEvents
{
    /// <summary>What the names of all subscriptions' streams begin with.</summary>
    public const string StreamPrefix = "delivery/";

    /// <summary>Payload: <see cref="Messages.DeliveryBegan"/>.</summary>
    public const string Began = "DeliveryBegan";

    /// <summary>Payload: <see cref="Genius.Messages.DeliveryAttemptFailed"/>.</summary>
    public const string AttemptFailed = "DeliveryAttemptFailed";

    /// <summary>Payload: <see cref="Messages.DeliverySettled"/>.</summary>
    public const string Delivered = "Delivered";

    /// <summary>Payload: <see cref="Messages.DeliverySettled"/> with a reason.</summary>
    public const string DeadLettered = "DeadLettered";

    /// <summary>Payload: <see cref="Messages.DeliveryRequeued"/>.</summary>
    public const string Requeued = "DeliveryRequeued";

    /// <summary>The stream, and the checkpoint, of a subscription.</summary>
    public static string StreamOf(string subscription) => StreamPrefix + subscription;
}
