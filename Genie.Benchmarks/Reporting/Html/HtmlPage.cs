using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>
/// What all our pages have in common: one file, light and dark, nothing from outside. Its script sorts and filters what is there; without it everything can be read.
/// A content security policy keeps it so: no other script runs, and nothing can be loaded or sent.
/// </summary>
internal static class HtmlPage
{
    private static readonly Lazy<string> Style = new(() => Read("report.css"));
    private static readonly Lazy<string> Script = new(() => Read("report.js"));
    private static readonly Lazy<string> Following = new(() => Read("watch.js"));

    /// <summary>Begins a page.</summary>
    /// <param name="page">Where.</param>
    /// <param name="title">Its title.</param>
    /// <param name="isLive">True if it asks the server it came from for changes.</param>
    public static void Begin(HtmlBuilder page, string title, bool isLive = false)
    {
        page.Add($"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\"><meta http-equiv=\"Content-Security-Policy\" content=\"{Policy(isLive)}\"><title>{title}</title><style>");
        page.AddTrusted(Style.Value).Add($"</style></head><body><main>");
    }

    /// <summary>Ends it.</summary>
    /// <returns>The whole page.</returns>
    public static string End(HtmlBuilder page, bool isLive = false)
    {
        page.Add($"</main>");
        foreach (var script in Scripts(isLive)) page.Add($"<script>").AddTrusted(script).Add($"</script>");
        return page.Add($"</body></html>\n").ToString();
    }

    /// <summary>Writes it, as <see cref="OutputFile"/> does.</summary>
    public static Task WriteAsync(string path, string page, CancellationToken cancellationToken) => OutputFile.WriteAsync(path, page, cancellationToken);

    /// <summary>A moment, in UTC.</summary>
    public static string Date(DateTimeOffset moment) => moment.ToUniversalTime().ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);

    /// <summary>A machine in one line.</summary>
    public static string Machine(MachineFacts machine) =>
        $"{machine.Cores} cores{Optional(", ", machine.Cpu)}{(machine.MemoryMebibytes > 0 ? $", {Figures.Count(machine.MemoryMebibytes)} MiB" : "")}{Optional(", ", machine.Os)}{Optional(", ", machine.Runtime)}";

    /// <summary>A text after a separator, if there is one.</summary>
    public static string Optional(string separator, string text) => text.Length > 0 ? separator + text : "";

    private static string[] Scripts(bool isLive) => isLive ? [Script.Value, Following.Value] : [Script.Value];

    // Source: W3C, Content Security Policy Level 3, section 2.3.1 (hash-source).
    private static string Policy(bool isLive)
    {
        var hashes = Scripts(isLive).Select(script => $"'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(script)))}'");
        return $"default-src 'none'; style-src 'unsafe-inline'; script-src {string.Join(' ', hashes)}{(isLive ? "; connect-src 'self'" : "")}";
    }

    private static string Read(string name)
    {
        using var stream = typeof(HtmlPage).Assembly.GetManifestResourceStream(name)!;
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
