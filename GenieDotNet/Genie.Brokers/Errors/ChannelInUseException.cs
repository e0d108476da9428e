namespace Genie.Brokers;

/// <summary>A channel cannot be deleted while somebody listens on it.</summary>
public sealed class ChannelInUseException(string broker, string channel, Exception? cause = null)
    : BrokerException($"{broker}: '{channel}' is not deleted: a listener still takes from it. Stop it first.", isTransient: true, cause);
