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

    /// <summary>Begins a page.</summary>
    public static void Begin(HtmlBuilder page, string title)
    {
        page.Add($"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\"><meta http-equiv=\"Content-Security-Policy\" content=\"{Policy()}\"><title>{title}</title><style>");
        page.AddTrusted(Style.Value).Add($"</style></head><body><main>");
    }

    /// <summary>Ends it.</summary>
    /// <returns>The whole page.</returns>
    public static string End(HtmlBuilder page) => page.Add($"</main><script>").AddTrusted(Script.Value).Add($"</script></body></html>\n").ToString();

    /// <summary>Writes it; a reader never sees half a file.</summary>
    public static async Task WriteAsync(string path, string page, CancellationToken cancellationToken)
    {
        var unfinished = path + ".unfinished";
        await File.WriteAllTextAsync(unfinished, page, Encoding.UTF8, cancellationToken).ConfigureAwait(false);
        File.Move(unfinished, path, overwrite: true);
    }

    /// <summary>A moment, in UTC.</summary>
    public static string Date(DateTimeOffset moment) => moment.ToUniversalTime().ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);

    /// <summary>A machine in one line.</summary>
    public static string Machine(MachineFacts machine) =>
        $"{machine.Cores} cores{Optional(", ", machine.Cpu)}{(machine.MemoryMebibytes > 0 ? $", {Figures.Count(machine.MemoryMebibytes)} MiB" : "")}{Optional(", ", machine.Os)}{Optional(", ", machine.Runtime)}";

    /// <summary>A text after a separator, if there is one.</summary>
    public static string Optional(string separator, string text) => text.Length > 0 ? separator + text : "";

    private static string Policy() =>
        $"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(Script.Value)))}'";

    private static string Read(string name)
    {
        using var stream = typeof(HtmlPage).Assembly.GetManifestResourceStream(name)!;
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
