namespace Genie.Brokers;

/// <summary>The server refused the credentials. Never retried: a wrong password does not become right.</summary>
public sealed class BrokerAuthenticationException(string broker, string detail, Exception? innerException = null)
    : BrokerException(
        $"{broker}: the server refused the credentials ({detail}). Set user and password or token in GENIE_{broker.ToUpperInvariant()}_URL.",
        isTransient: false, innerException);
