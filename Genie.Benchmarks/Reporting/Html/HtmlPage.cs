using System.Globalization;
using System.Text;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>What all our pages have in common: one file, no script, nothing from outside, light and dark.</summary>
internal static class HtmlPage
{
    private static readonly Lazy<string> Style = new(ReadStyle);

    /// <summary>Begins a page.</summary>
    public static void Begin(HtmlBuilder page, string title)
    {
        page.Add($"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\"><title>{title}</title><style>");
        page.AddTrusted(Style.Value).Add($"</style></head><body><main>");
    }

    /// <summary>Ends it.</summary>
    /// <returns>The whole page.</returns>
    public static string End(HtmlBuilder page) => page.Add($"</main></body></html>\n").ToString();

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

    private static string ReadStyle()
    {
        using var stream = typeof(HtmlPage).Assembly.GetManifestResourceStream("report.css")!;
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
