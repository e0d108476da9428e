namespace Genie.Brokers.Hosting;

/// <summary>Errors by which a server refuses whoever comes: not over soon, but another setting, there or here, ends them.</summary>
internal static class Refusal
{
    /// <summary>True for wrong credentials, a missing permission, TLS that does not fit.</summary>
    public static bool Is(Exception error) => error is BrokerAuthenticationException or BrokerPermissionException or BrokerTlsException;
}
