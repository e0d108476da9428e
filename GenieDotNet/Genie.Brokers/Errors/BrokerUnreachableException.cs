namespace Genie.Brokers;

/// <summary>Nothing answers at the server's address.</summary>
public sealed class BrokerUnreachableException : BrokerException
{
    /// <summary>A server that is addressed by host and port.</summary>
    public BrokerUnreachableException(string broker, string host, int port, Exception? innerException = null)
        : base(
            $"{broker}: no server answers at {host}:{port}. Start one ('./genie up {broker}', with --install to install it), "
            + $"or name another with GENIE_{broker.ToUpperInvariant()}_URL.",
            isTransient: true, innerException) => (Host, Port) = (host, port);

    /// <summary>A server on this machine that is addressed by a folder: <see cref="Host"/> is the folder, <see cref="Port"/> is 0.</summary>
    public BrokerUnreachableException(string broker, string folder, string why)
        : base(
            $"{broker}: no server answers in {folder} ({why}). Start one ('./genie up {broker}'), or name its folder with GENIE_{broker.ToUpperInvariant()}_DIR.",
            isTransient: true) => Host = folder;

    /// <summary>The host that was tried.</summary>
    public string Host { get; }

    /// <summary>The port that was tried.</summary>
    public int Port { get; }
}
