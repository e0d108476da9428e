using Genie.EventStore;

namespace Genie.Extensions.Genius.Delivery.Push;

/// <summary>An attempt to deliver an event.</summary>
/// <param name="Id">The same for every attempt at the same event, and for no other event: the receiver's idempotency key. No dots in it.</param>
/// <param name="Event">The event.</param>
/// <param name="Attempt">1 for the first attempt.</param>
public sealed record DeliveryAttempt(string Id, RecordedEvent Event, int Attempt);
