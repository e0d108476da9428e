namespace Genie.Brokers;

/// <summary>What came over the link does not follow the system's protocol: another service listens there, or bytes were damaged.</summary>
public sealed class BrokerProtocolException(string broker, string detail)
    : BrokerException($"{broker}: the other side does not keep to the protocol ({detail}). Is it a {broker} server, and is the port the right one?", isTransient: true);
