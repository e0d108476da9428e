using Genie.Servers.Finding;

namespace Genie.Benchmarks.Commands;

/// <summary>What <c>--install</c> does, with lines on standard error about how far it is.</summary>
internal static class Installation
{
    /// <summary>Nothing was to be installed.</summary>
    public static IReadOnlyDictionary<string, string> None { get; } = new Dictionary<string, string>();

    /// <inheritdoc cref="ServerInstaller.InstallAsync(IReadOnlyCollection{ServerSystem}, StartOptions, Action{string}, CancellationToken)"/>
    public static Task<IReadOnlyDictionary<string, string>> RunAsync(IReadOnlyCollection<ServerSystem> systems, StartOptions options, bool quiet, CancellationToken cancellationToken) =>
        ServerInstaller.InstallAsync(systems, options, quiet ? static _ => { }
    : Console.Error.WriteLine, cancellationToken);

    /// <inheritdoc cref="ServerInstaller.InstallAsync(IReadOnlyCollection{ServerSystem}, Action{string}, CancellationToken)"/>
    public static Task<IReadOnlyDictionary<string, string>> RunAsync(IReadOnlyCollection<ServerSystem> systems, CancellationToken cancellationToken) =>
        ServerInstaller.InstallAsync(systems, Console.Error.WriteLine, cancellationToken);
}
