namespace Genie.Brokers;

/// <summary>Nothing answers at the server's address.</summary>
public sealed class BrokerUnreachableException(string broker, string host, int port, Exception? innerException = null)
    : BrokerException(
        $"{broker}: no server answers at {host}:{port}. Start one ('./genie up {broker}', with --install to install it), "
        + $"or name another with GENIE_{broker.ToUpperInvariant()}_URL.",
        isTransient: true, innerException)
{
    /// <summary>The host that was tried.</summary>
    public string Host { get; } = host;

    /// <summary>The port that was tried.</summary>
    public int Port { get; } = port;
}
