namespace Genie.Brokers.ZeroMQ;

/// <summary>Errors that both drivers report alike.</summary>
internal static class ZeroMQErrors
{
    public static BrokerException CannotBind(string host, int port, string reason, Exception cause) => new(
        $"zeromq: cannot bind {host}:{port} ({reason}). Another process may have it: choose a port with GENIE_ZEROMQ_URL.", isTransient: true, cause);
}
