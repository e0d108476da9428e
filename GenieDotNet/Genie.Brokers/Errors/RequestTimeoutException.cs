namespace Genie.Brokers;

/// <summary>No answer came in time. A late one is counted and reaches nobody.</summary>
public sealed class RequestTimeoutException(string broker, TimeSpan timeout)
    : BrokerException($"{broker}: no answer within {timeout.TotalSeconds:0.###} s. Is a listener running on this channel?", isTransient: true);
