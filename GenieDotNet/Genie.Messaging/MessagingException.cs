using Genie.Brokers;

namespace Genie.Messaging;

/// <summary>A message cannot be sent, or read, as it is.</summary>
public sealed class MessagingException(string message) : BrokerException(message, isTransient: false);
