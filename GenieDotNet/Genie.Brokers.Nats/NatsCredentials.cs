namespace Genie.Brokers.Nats;

/// <summary>What the CONNECT message says about who connects; empty where there is nothing to say.</summary>
internal readonly record struct NatsCredentials(string User, string Password, string Token);
