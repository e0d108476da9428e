namespace Genie.Brokers;

/// <summary>The encrypted link could not be set up: a certificate is not trusted, or one side insists on TLS and the other has none.
/// Not retried: it needs another setting.</summary>
public sealed class BrokerTlsException(string broker, string host, int port, string detail, Exception? innerException = null)
    : BrokerException(
        $"{broker}: no TLS link to {host}:{port} ({detail}). Name the authority that signed the server's certificate with "
        + $"GENIE_{broker.ToUpperInvariant()}_TLS_CA_FILE, or match the server's TLS setting.",
        isTransient: false, innerException);
