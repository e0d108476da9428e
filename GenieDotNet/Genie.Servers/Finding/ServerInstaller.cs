using Genie.Servers.Installing;
using Genie.Servers.Releases;

namespace Genie.Servers.Finding;

/// <summary>
/// Installs servers that are missing, all in one step and before any of them is started: as Debian packages where there are some, else from their makers' releases.
/// </summary>
public static class ServerInstaller
{
    /// <summary>Installs what neither runs nor can be started otherwise.</summary>
    /// <param name="systems">The systems that are wanted.</param>
    /// <param name="options">How they may be started.</param>
    /// <param name="say">Takes lines about how far it is.</param>
    /// <param name="cancellationToken">Abandons it, once dpkg has finished the package that it is at.</param>
    /// <returns>By their names, why systems are still missing and what to do; the others can be started, or there is nothing of them to install.</returns>
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
        InstallAsync(systems, new DebianInstaller(new AptPlace(), say), say, cancellationToken);

    /// <summary>The same by a given installer of packages.</summary>
    internal static async Task<IReadOnlyDictionary<string, string>> InstallAsync(IReadOnlyCollection<ServerSystem> systems, DebianInstaller installer, Action<string> say, CancellationToken cancellationToken)
    {
        var lacking = systems.Where(IsInstallable).ToArray();
        var lackOfJava = lacking.Any(system => system.Released is { Release: not null }) ? await JavaRuntime.FindLackAsync(cancellationToken).ConfigureAwait(false) : null;

        // Packages of servers depend on the Java that they want; releases that stand in for one take what there is.
        var needsJava = lackOfJava is not null && lacking.Any(system => system.DebianPackages.Count == 0);
        string[] packages = [.. lacking.SelectMany(system => system.DebianPackages), .. needsJava ? [JavaRuntime.DebianPackage] : (string[])[]];
        var outcome = await installer.InstallAsync([.. packages.Distinct()], cancellationToken).ConfigureAwait(false);
        var missing = lacking.Where(system => system.NativeStart() is null).ToArray();
        if (lackOfJava is not null && missing.Length > 0) lackOfJava = await JavaRuntime.FindLackAsync(cancellationToken).ConfigureAwait(false);
        var lockOfLines = new Lock();
        var reasons = await Task.WhenAll(missing.Select(system => FetchAsync(system, lackOfJava, outcome, SayLine, cancellationToken))).ConfigureAwait(false);
        return missing.Zip(reasons).Where(system => system.Second is not null).ToDictionary(system => system.First.Name, system => system.Second!);

        void SayLine(string line)
        {
            lock (lockOfLines) say(line);
        }
    }

    private static bool IsInstallable(ServerSystem system) => (system.DebianPackages.Count > 0 || system.Released is { Release: not null }) && system.NativeStart() is null;

    /// <summary>Fetches a system's release where packages did not bring it; why it is missing still, or null.</summary>
    private static async Task<string?> FetchAsync(ServerSystem system, string? lackOfJava, InstallOutcome outcome, Action<string> say, CancellationToken cancellationToken)
    {
        if (system.Released is not { Release: { } release } released) return WhyMissing(system, outcome);
        var before = system.DebianPackages.Count > 0 ? $"{WhyMissing(system, outcome)}\nIn its place: " : "";
        if (lackOfJava is not null) return before + WhyNoJava(release, lackOfJava, outcome);
        try
        {
            await new ReleaseInstaller(released.Place(), say).InstallAsync(release, cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (ServerException error)
        {
            return before + error.Message;
        }
    }

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

    private static string WhyNoJava(Release release, string lack, InstallOutcome outcome) =>
        $"{release} needs Java {JavaRuntime.VersionMin} or later, and {lack}: {outcome.Failures.GetValueOrDefault(JavaRuntime.DebianPackage) ?? $"install it (Debian: apt-get install {JavaRuntime.DebianPackage})"}";
}
