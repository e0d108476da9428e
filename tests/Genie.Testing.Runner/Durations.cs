using System.Text.Json;

namespace Genie.Testing.Runner;

/// <summary>How long test projects and tests took.</summary>
internal static class Durations
{
    private const string FileName = "durations.json";

    private static readonly JsonSerializerOptions Format = new(JsonSerializerDefaults.Web) { WriteIndented = true };

    /// <summary>Writes all of them, the longest first, with the seconds of each.</summary>
    public static void Write(string folder, IEnumerable<ProjectResult> results)
    {
        var projects = results.OrderByDescending(result => result.Elapsed).Select(result => new
        {
            result.Name,
            Seconds = Seconds(result.Elapsed),
            Tests = result.Outcomes.OrderByDescending(outcome => outcome.Elapsed).ThenBy(outcome => outcome.Name, StringComparer.Ordinal)
                .Select(outcome => new { outcome.Name, Seconds = Seconds(outcome.Elapsed), Verdict = outcome.Verdict.ToString() }),
        });
        File.WriteAllText(Path.Combine(folder, FileName), JsonSerializer.Serialize(new { projects }, Format));
    }

    private static double Seconds(TimeSpan elapsed) => Math.Round(elapsed.TotalSeconds, 3);
}
