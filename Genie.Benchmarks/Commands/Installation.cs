using Genie.Servers.Finding;

namespace Genie.Benchmarks.Commands;

/// <summary>What <c>--install</c> does, with lines about how far it is.</summary>
internal static class Installation
{
    /// <summary>Nothing was to be installed.</summary>
    public static IReadOnlyDictionary<string, string> None { get; } = new Dictionary<string, string>();

    /// <inheritdoc cref="ServerInstaller.InstallAsync(IReadOnlyCollection{ServerSystem}, StartOptions, Action{string}, CancellationToken)"/>
    public static Task<IReadOnlyDictionary<string, string>> RunAsync(IReadOnlyCollection<ServerSystem> systems, StartOptions options, TextWriter error, CancellationToken cancellationToken) =>
        ServerInstaller.InstallAsync(systems, options, error.WriteLine, cancellationToken);

    /// <inheritdoc cref="ServerInstaller.InstallAsync(IReadOnlyCollection{ServerSystem}, Action{string}, CancellationToken)"/>
    public static Task<IReadOnlyDictionary<string, string>> RunAsync(IReadOnlyCollection<ServerSystem> systems, TextWriter error, CancellationToken cancellationToken) =>
        ServerInstaller.InstallAsync(systems, error.WriteLine, cancellationToken);
}
