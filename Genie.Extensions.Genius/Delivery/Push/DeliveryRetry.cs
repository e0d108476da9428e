namespace Genie.Extensions.Genius.Delivery.Push;

/// <summary>An event that waits for its next attempt.</summary>
/// <param name="Attempts">Attempts made.</param>
/// <param name="Due">When the next one is due.</param>
/// <param name="Reason">Why the last one failed.</param>
public sealed record DeliveryRetry(int Attempts, DateTimeOffset Due, string Reason);
