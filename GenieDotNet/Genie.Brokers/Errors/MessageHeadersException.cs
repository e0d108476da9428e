namespace Genie.Brokers;

/// <summary>A message's headers cannot be read, or cannot travel in the system's own.</summary>
public sealed class MessageHeadersException(string message) : BrokerException(message, isTransient: false);
