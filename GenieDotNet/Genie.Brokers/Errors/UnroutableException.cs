namespace Genie.Brokers;

/// <summary>The server has nowhere to put the message: no queue, or nobody listens.</summary>
public sealed class UnroutableException(string broker, string channel)
    : BrokerException($"{broker}: nobody receives on channel '{channel}'. Start a listener first.", isTransient: true);
