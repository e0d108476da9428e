namespace Genie.Brokers;

/// <summary>The server cut the link because its messages were not taken fast enough; some may be lost.</summary>
public sealed class SlowConsumerException(string broker)
    : BrokerException($"{broker}: the server cut the link because messages were not taken fast enough. Add listeners or concurrency, or raise the server's limit.", isTransient: true);
