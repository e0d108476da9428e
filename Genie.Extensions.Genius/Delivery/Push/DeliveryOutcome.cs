namespace Genie.Extensions.Genius.Delivery.Push;

/// <summary>How an attempt ended.</summary>
/// <param name="Result">Whether to try again.</param>
/// <param name="Reason">What went wrong; empty where nothing did.</param>
/// <param name="AskedDelay">How long the receiver asked to be left alone, if it did.</param>
public readonly record struct DeliveryOutcome(DeliveryResult Result, string Reason = "", TimeSpan? AskedDelay = null)
{
    /// <summary>It arrived.</summary>
    public static DeliveryOutcome Delivered { get; } = new(DeliveryResult.Delivered);

    /// <summary>It did not arrive, and may at another time.</summary>
    public static DeliveryOutcome Failed(string reason, TimeSpan? askedDelay = null) => new(DeliveryResult.Failed, reason, askedDelay);

    /// <summary>It never will arrive.</summary>
    public static DeliveryOutcome Refused(string reason) => new(DeliveryResult.Refused, reason);
}
