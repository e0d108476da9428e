using Genie.Servers;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Commands;

/// <summary>What <c>--install</c> does, with lines about how far it is.</summary>
internal static class Installation
{
    /// <summary>What the option says of itself.</summary>
    public const string Description = "Lets what is missing be installed: servers as Debian packages (as root) or fetched as their makers release them, and MsQuic.";

    // Its listeners are its servers; what it needs is a native library.
    private const string Quic = "quic";

    /// <summary>Nothing was to be installed.</summary>
    public static IReadOnlyDictionary<string, string> None { get; } = new Dictionary<string, string>();

    /// <summary>Installs what systems need that neither runs nor can be started otherwise.</summary>
    /// <param name="brokers">The messaging systems, of which one needs a native library.</param>
    /// <param name="servers">The servers.</param>
    /// <param name="options">How they may be started; null where only processes of one's own will do.</param>
    /// <param name="error">Takes the lines.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <returns>By their names, why systems are still missing and what to do.</returns>
    public static async Task<IReadOnlyDictionary<string, string>> RunAsync(
        IEnumerable<string> brokers, IReadOnlyCollection<ServerSystem> servers, StartOptions? options, TextWriter error, CancellationToken cancellationToken)
    {
        var failures = await (options is null ? ServerInstaller.InstallAsync(servers, error.WriteLine, cancellationToken)
            : ServerInstaller.InstallAsync(servers, options, error.WriteLine, cancellationToken)).ConfigureAwait(false);
        return brokers.Contains(Quic) && await QuicLibrary.InstallAsync(error.WriteLine, cancellationToken).ConfigureAwait(false) is { } lack
            ? new Dictionary<string, string>(failures) { [Quic] = lack } : failures;
    }
}
