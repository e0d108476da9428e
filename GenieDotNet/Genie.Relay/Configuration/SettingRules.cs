using System.Net;
using Genie.Relay.Workers;

namespace Genie.Relay.Configuration;

/// <summary>What settings must be to each other.</summary>
internal static class SettingRules
{
    /// <summary>What contradicts something else, under the setting that should change.</summary>
    public static IEnumerable<(string Key, string Text)> FindContradictions(RelayOptions options)
    {
        var (server, workers) = (options.Server, options.Workers);
        if (!IPAddress.TryParse(server.Host, out _) && server.Host != "localhost") yield return ("server.host", $"'{server.Host}' is no IP address; 0.0.0.0 listens on all.");
        if (workers.Least > workers.Count) yield return ("workers.min_count", $"{workers.MinCount} is more than workers.count ({workers.Count}).");
        if (workers.Most < workers.Count) yield return ("workers.max_count", $"{workers.MaxCount} is less than workers.count ({workers.Count}).");
        if (workers.Command.Count == 0) yield return ("workers.command", "a program is expected.");
        var names = string.Join(", ", CommandText.Names.Select(known => $"{{{known}}}"));
        foreach (var name in workers.Command.SelectMany(CommandText.UnknownNames).Distinct()) yield return ("workers.command", $"{{{name}}} is unknown; {names}.");

        // The value may be a secret, and what stands in its braces a part of it.
        foreach (var variable in workers.Environment.Where(static variable => CommandText.UnknownNames(variable.Value).Any()))
            yield return ("workers.environment", $"{variable.Key} has a name in braces that is unknown; {names}.");
        if (workers.RestartDelayMax < workers.RestartDelay) yield return ("workers.restart_delay_max", "it is less than workers.restart_delay.");
        if (options.HealthCheck.Timeout > options.HealthCheck.Interval) yield return ("health_check.timeout", $"it is more than health_check.interval ({options.HealthCheck.Interval.TotalSeconds}s): questions would overlap.");
        foreach (var found in FindTlsContradictions(server).Concat(FindPortContradictions(options))) yield return found;
    }

    private static IEnumerable<(string Key, string Text)> FindTlsContradictions(ServerOptions server)
    {
        if (server.TlsCertificate.Length > 0 && server.TlsKey.Length == 0) yield return ("server.tls_certificate", "server.tls_key must name the file of its key.");
        if (server.TlsKey.Length > 0 && server.TlsCertificate.Length == 0) yield return ("server.tls_key", "server.tls_certificate must name the file of its certificate.");
        if (server.TlsClientCa.Length > 0 && server.TlsCertificate.Length == 0) yield return ("server.tls_client_ca", "clients' certificates need TLS: set server.tls_certificate and server.tls_key.");
        foreach (var (key, file) in new[] { ("server.tls_certificate", server.TlsCertificate), ("server.tls_key", server.TlsKey), ("server.tls_client_ca", server.TlsClientCa) })
        {
            if (file.Length > 0 && !File.Exists(file)) yield return (key, $"there is no file '{file}'.");
        }
    }

    private static IEnumerable<(string Key, string Text)> FindPortContradictions(RelayOptions options)
    {
        var workers = options.Workers;
        List<(string Key, int Port)> own = [("server.port", options.Server.Port), ("server.grpc_web_port", options.Server.GrpcWebPort)];
        if (options.Probes.Enabled) own.Add(("probes.port", options.Probes.Port));
        if (options.Metrics.Enabled) own.Add(("metrics.port", options.Metrics.Port));
        own.RemoveAll(each => each.Port == 0);
        foreach (var same in own.GroupBy(each => each.Port).Where(same => same.Count() > 1))
            yield return (same.Last().Key, $"{same.Key} is the port of {same.First().Key}, too.");
        if (CommandText.UsesSocket(workers)) yield break;

        // One more than there are at once: a replacement is up before its predecessor goes.
        var last = workers.StartPort + workers.Most;
        if (last + WorkerAddress.MetricsPortOffset > ushort.MaxValue) yield return ("workers.start_port", $"{workers.StartPort} leaves too few ports above it.");
        foreach (var (key, port) in own.Where(each => each.Port >= workers.StartPort && each.Port <= last))
            yield return (key, $"{port} is among the workers' ports ({workers.StartPort} to {last}).");
    }
}
