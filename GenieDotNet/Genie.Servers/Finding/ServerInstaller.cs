using Genie.Servers.Installing;

namespace Genie.Servers.Finding;

/// <summary>Installs servers that are missing, all in one step and before any of them is started.</summary>
public static class ServerInstaller
{
    /// <summary>Installs what neither runs nor can be started otherwise.</summary>
    /// <param name="systems">The systems that are wanted.</param>
    /// <param name="options">How they may be started.</param>
    /// <param name="say">Takes lines about how far it is.</param>
    /// <param name="cancellationToken">Abandons it, once dpkg has finished the package that it is at.</param>
    /// <returns>By their names, why systems are still missing and what to do; the others can be started, or Debian has no packages of them.</returns>
    public static async Task<IReadOnlyDictionary<string, string>> InstallAsync(
        IReadOnlyCollection<ServerSystem> systems, StartOptions options, Action<string> say, CancellationToken cancellationToken)
    {
        var lacking = systems.Where(IsInstallable).ToArray();
        if (lacking.Length > 0 && !options.Native && await DockerCompose.AnswersAsync(cancellationToken).ConfigureAwait(false)) lacking = [.. lacking.Where(system => system.ComposeService.Length == 0)];
        var isRunning = await Task.WhenAll(lacking.Select(system => IsNamedOrRunningAsync(system, cancellationToken))).ConfigureAwait(false);
        return await InstallAsync([.. lacking.Zip(isRunning).Where(system => !system.Second).Select(system => system.First)], say, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Installs what cannot be started as a process, whether or not it runs elsewhere.</summary>
    /// <inheritdoc cref="InstallAsync(IReadOnlyCollection{ServerSystem}, StartOptions, Action{string}, CancellationToken)"/>
    public static Task<IReadOnlyDictionary<string, string>> InstallAsync(IReadOnlyCollection<ServerSystem> systems, Action<string> say, CancellationToken cancellationToken) =>
        InstallAsync(systems, new DebianInstaller(new AptPlace(), say), cancellationToken);

    /// <summary>The same by a given installer.</summary>
    internal static async Task<IReadOnlyDictionary<string, string>> InstallAsync(IReadOnlyCollection<ServerSystem> systems, DebianInstaller installer, CancellationToken cancellationToken)
    {
        var lacking = systems.Where(IsInstallable).ToArray();
        var outcome = await installer.InstallAsync([.. lacking.SelectMany(system => system.DebianPackages).Distinct()], cancellationToken).ConfigureAwait(false);
        return lacking.Where(system => !system.IsInstalled()).ToDictionary(system => system.Name, system => WhyMissing(system, outcome));
    }

    private static bool IsInstallable(ServerSystem system) => system.DebianPackages.Count > 0 && system.NativeStart() is null;

    private static async Task<bool> IsNamedOrRunningAsync(ServerSystem system, CancellationToken cancellationToken)
    {
        try
        {
            return await ServerFinder.FindAsync(system, cancellationToken).ConfigureAwait(false) is not null;
        }
        catch (ServerException)
        {
            // The user named one that does not answer; nothing is started in its place.
            return true;
        }
    }

    private static string WhyMissing(ServerSystem system, InstallOutcome outcome) =>
        system.DebianPackages.Select(package => outcome.Failures.GetValueOrDefault(package)).OfType<string>().FirstOrDefault()
        ?? $"its Debian packages are installed ({string.Join(", ", system.DebianPackages)}), but not its program where it is looked for. Name a server with {system.UrlVariable}.";
}
