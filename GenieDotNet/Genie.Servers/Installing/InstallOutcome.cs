namespace Genie.Servers.Installing;

/// <summary>What became of an installation of Debian packages.</summary>
/// <param name="Installed">Packages that were missing and are there now.</param>
/// <param name="Failures">Packages that are still missing: why, and what to do.</param>
public sealed record InstallOutcome(IReadOnlyCollection<string> Installed, IReadOnlyDictionary<string, string> Failures)
{
    /// <summary>Nothing was missing.</summary>
    internal static InstallOutcome Nothing { get; } = new([], new Dictionary<string, string>());
}
