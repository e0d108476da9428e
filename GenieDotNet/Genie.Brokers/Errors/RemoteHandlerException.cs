namespace Genie.Brokers;

/// <summary>The listener's handler threw; the message is what it said.</summary>
public sealed class RemoteHandlerException(string message) : BrokerException(message, isTransient: false);
