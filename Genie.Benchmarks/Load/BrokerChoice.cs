namespace Genie.Benchmarks.Load;

/// <summary>Which system, through which client, with which settings.</summary>
internal sealed record BrokerChoice
{
    /// <summary>The system's name.</summary>
    public required string Broker { get; init; }

    /// <summary><c>wire</c> or <c>official</c>.</summary>
    public required string Client { get; init; }

    /// <summary>Settings that win over the environment: names as in <c>--broker-option</c>, without the system's.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; set; } = new Dictionary<string, string>();

    /// <summary>Channels that a channel is divided into, by the party of a request; 1 for an undivided one.</summary>
    public int Partitions { get; set; } = 1;
}
