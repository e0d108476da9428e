namespace Genie.Brokers;

/// <summary>A connection or listener was asked for <see cref="Delivery.Broadcast"/>, which its system, client or what is around it does not have.</summary>
public sealed class BroadcastNotSupportedException(string broker, string client)
    : BrokerException($"{broker}: with the client '{client}' a message goes to one listener only (BrokerTraits.BroadcastConfirmations is empty): send to a channel for each listener, or choose a system that broadcasts.", isTransient: false)
{
    /// <summary>Throws where the traits lack broadcasting.</summary>
    /// <exception cref="BroadcastNotSupportedException">They do.</exception>
    public static void ThrowIfLacking(BrokerTraits traits)
    {
        ArgumentNullException.ThrowIfNull(traits);
        if (traits.BroadcastConfirmations.Count == 0) throw new BroadcastNotSupportedException(traits.Broker, traits.Client);
    }
}
