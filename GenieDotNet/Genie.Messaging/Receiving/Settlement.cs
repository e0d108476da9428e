namespace Genie.Messaging.Receiving;

/// <summary>How a delivery ended.</summary>
/// <param name="Kind">What was said.</param>
/// <param name="Delay">Before the next delivery; null as the policy says.</param>
/// <param name="Reason">Why, or null.</param>
internal readonly record struct Settlement(SettlementKind Kind, TimeSpan? Delay, string? Reason)
{
    public static Settlement Acknowledged => new(SettlementKind.Acknowledged, null, null);

    /// <summary>The subscription ends before anybody said anything: the message goes back.</summary>
    public static Settlement Abandoned => new(SettlementKind.Abandoned, null, null);

    public static Settlement Redeliver(TimeSpan? delay, string? reason) => new(SettlementKind.Redelivered, delay, reason);

    public static Settlement Dead(string reason) => new(SettlementKind.Dead, null, reason);
}
