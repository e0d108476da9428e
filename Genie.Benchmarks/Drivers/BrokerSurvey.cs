using Genie.Servers;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Drivers;

/// <summary>Looks at every system: what was built, and which server answers.</summary>
internal static class BrokerSurvey
{
    /// <summary>Asks all servers at once.</summary>
    public static async Task<IReadOnlyList<SurveyedSystem>> TakeAsync(CancellationToken cancellationToken)
    {
        var docker = await DockerCompose.AnswersAsync(cancellationToken).ConfigureAwait(false);
        var names = DriverCatalogue.Brokers.Union(ServerCatalogue.All.Select(system => system.Name));
        return await Task.WhenAll(names.Select(name => LookAsync(name, docker, cancellationToken))).ConfigureAwait(false);
    }

    private static async Task<SurveyedSystem> LookAsync(string broker, bool docker, CancellationToken cancellationToken)
    {
        var drivers = DriverCatalogue.Brokers.Contains(broker) ? DriverCatalogue.Of(broker) : [];
        var (reachable, url, server) = DriverCatalogue.WhyUnavailable(drivers) is { } unavailable
            ? (false, null, unavailable)
            : await AskAsync(broker, drivers.Count > 0 && drivers.All(driver => driver.InProcess), docker, cancellationToken).ConfigureAwait(false);
        return new SurveyedSystem(
            broker,
            [.. drivers.Select(driver => new SurveyedClient(driver.Client, driver.ClientVersion, driver.Guarantees, driver.Allocations))],
            [.. MissingClients.Of(broker).Select(missing => new MissingClient(missing.Package, missing.Version))],
            reachable, url, server);
    }

    private static async Task<(bool Reachable, Uri? Url, string Server)> AskAsync(string broker, bool inProcess, bool docker, CancellationToken cancellationToken)
    {
        if (ServerCatalogue.Find(broker) is not { } system) return (true, null, inProcess ? "none needed: runs in this process" : "none needed: clients and listeners meet directly");
        try
        {
            if (await ServerFinder.FindAsync(system, cancellationToken).ConfigureAwait(false) is { } found) return (true, new UriBuilder(found.Url) { UserName = "", Password = "" }.Uri, $"{found.Version} at {system.PlaceOf(found.Url)}");
        }
        catch (ServerException error)
        {
            return (false, null, error.Message);
        }

        return (false, null, system.WayToStart(docker) is { } way
            ? $"not running; './genie up {broker}' starts it ({way})"
            : $"not running; needs {(system.ComposeService.Length > 0 ? "docker, or " : "")}{Needs(system)}");
    }

    private static string Needs(ServerSystem system) => system.DebianPackages.Count > 0
        ? $"the Debian package {system.DebianPackages[0]}: './genie up {system.Name} --install'"
        : system.ReleaseTitle.Length > 0 ? $"{system.ReleaseTitle}, which './genie up {system.Name} --install' fetches"
        : $"{system.UrlVariable}{(system.ComposeService.Length > 0 ? "" : $" or {system.StartVariable}")}";
}
