namespace Genie.Brokers;

/// <summary>A listener of a system without a server could not take its address.</summary>
public sealed class CannotBindException(string broker, string host, int port, string reason, Exception? innerException = null)
    : BrokerException(
        $"{broker}: cannot bind {host}:{port} ({reason}). Another process may have it: choose a port with GENIE_{broker.ToUpperInvariant()}_URL.",
        isTransient: true, innerException);
