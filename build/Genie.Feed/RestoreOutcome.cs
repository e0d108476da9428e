using System.Text.Json;

namespace Genie.Feed;

/// <summary>What one restore said about one candidate.</summary>
/// <param name="Errors">Codes and messages; none means that the package and all it depends on was had.</param>
internal sealed record RestoreOutcome(IReadOnlyList<(string Code, string Message)> Errors)
{
    // The package, a dependency or the version asked for is not there: NU1100 to NU1103, and a version other than the
    // one asked for (NU1601 to NU1605, NU1608). A package whose target frameworks do not fit (NU1201 to NU1203, NU1701)
    // is of no more use.
    private static readonly string[] MissingCodes =
        ["NU1100", "NU1101", "NU1102", "NU1103", "NU1106", "NU1107", "NU1201", "NU1202", "NU1203", "NU1601", "NU1602", "NU1603", "NU1604", "NU1605", "NU1608", "NU1701"];

    /// <summary>True if the candidate was restored.</summary>
    public bool IsAvailable => Errors.Count == 0;

    /// <summary>An error that says nothing about the package, such as an unreachable feed (NU1301), or null.</summary>
    public (string Code, string Message)? Obstacle =>
        Errors.Where(error => !MissingCodes.Contains(error.Code)).Select(error => ((string, string)?)error).FirstOrDefault();

    /// <summary>Reads NuGet's project.assets.json; a file that is not there is an obstacle.</summary>
    public static RestoreOutcome Read(string assetsFile)
    {
        if (!File.Exists(assetsFile)) return new RestoreOutcome([("", "the restore ended without an outcome")]);
        using var assets = JsonDocument.Parse(File.ReadAllBytes(assetsFile));
        return new RestoreOutcome(!assets.RootElement.TryGetProperty("logs", out var logs)
            ? []
            : [.. logs.EnumerateArray().Where(log => log.GetProperty("level").GetString() == "Error")
                .Select(log => (log.GetProperty("code").GetString() ?? "", log.GetProperty("message").GetString() ?? ""))]);
    }
}
