using Genie.Servers.Installing;

namespace Genie.Servers;

/// <summary>Installs Debian packages, without starting the services that come with them.</summary>
public static class DebianPackages
{
    /// <summary>
    /// Installs those of <paramref name="names"/> that are not there yet, by one apt-get for all, which waits five minutes for another program
    /// that installs. Where nothing is missing it runs none. Where one package cannot be had, the others are installed. Needs root.
    /// </summary>
    /// <param name="names">The packages.</param>
    /// <param name="say">Takes lines about how far it is.</param>
    /// <param name="cancellationToken">Abandons it, once dpkg has finished the package that it is at.</param>
    public static Task<InstallOutcome> InstallAsync(IReadOnlyCollection<string> names, Action<string> say, CancellationToken cancellationToken) =>
        new DebianInstaller(new AptPlace(), say).InstallAsync(names, cancellationToken);
}
