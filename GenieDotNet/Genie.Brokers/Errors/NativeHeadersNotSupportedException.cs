namespace Genie.Brokers;

/// <summary>A connection or listener was asked for native headers, which its system, client or what is around it does not have.</summary>
public sealed class NativeHeadersNotSupportedException(string broker, string client)
    : BrokerException($"{broker}: with the client '{client}' headers do not travel in the system's own (BrokerTraits.NativeHeaders): leave NativeHeaders off, and they travel in the message's bytes.", isTransient: false)
{
    /// <summary>Throws where the traits lack native headers.</summary>
    /// <exception cref="NativeHeadersNotSupportedException">They do.</exception>
    public static void ThrowIfLacking(BrokerTraits traits)
    {
        ArgumentNullException.ThrowIfNull(traits);
        if (!traits.NativeHeaders) throw new NativeHeadersNotSupportedException(traits.Broker, traits.Client);
    }
}
