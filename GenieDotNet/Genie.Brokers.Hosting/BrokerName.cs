namespace Genie.Brokers.Hosting;

/// <summary>A broker that was added to the host's services.</summary>
/// <param name="Name">Its name; empty for the host's only or first one.</param>
internal sealed record BrokerName(string Name);
