namespace Genie.Extensions.Genius.Delivery.Push;

/// <summary>What an attempt came to.</summary>
public enum DeliveryResult
{
    /// <summary>The receiver has it.</summary>
    Delivered,

    /// <summary>Not this time; it is tried again.</summary>
    Failed,

    /// <summary>Never; it becomes a dead letter at once.</summary>
    Refused,
}
