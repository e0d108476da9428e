namespace Genie.Extensions.Genius.Delivery.Push;

/// <summary>How a subscription does.</summary>
/// <param name="Subscription">Its name.</param>
/// <param name="Receiver">Who receives, as <see cref="DeliveryOptions.Receiver"/> says.</param>
/// <param name="Floor">Up to this position in the store everything was delivered, given up or not to be delivered, but for what waits.</param>
/// <param name="Waiting">Events whose last attempt failed and that will be tried again, or that were requeued.</param>
/// <param name="Dead">Events that were given up.</param>
/// <param name="Next">Of those that wait, the one that is due first; null: none waits.</param>
public sealed record DeliveryStatus(string Subscription, string Receiver, long Floor, int Waiting, int Dead, DeliveryRetry? Next);
