using System.Globalization;
using System.Text.RegularExpressions;
using Genie.Benchmarks.Drivers;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Tests.Documentation;

/// <summary>
/// A page of docs/drivers, held against the program. Drivers with the same guarantees share a section, whose heading names their clients
/// ("### wire, official"); a table has a row a client with what it allocates.
/// </summary>
internal static partial class DriverPage
{
    /// <summary>What the page has otherwise than the drivers, a sentence each with the lines to put there.</summary>
    public static IReadOnlyList<string> Differences(string page, IReadOnlyList<IBrokerDriver> drivers)
    {
        var sections = SectionPattern().Matches(page)
            .Select(match => (Clients: match.Groups["clients"].Value.Split(", "), Text: match.Groups["text"].Value.Trim()))
            .ToList();
        List<string> differences = [];
        foreach (var driver in drivers)
        {
            var texts = sections.Where(section => section.Clients.Contains(driver.Client)).Select(section => section.Text).ToList();
            var expected = GuaranteeText.Of(driver.Guarantees);
            if (texts is not [var text] || text != expected)
                differences.Add($"{driver.Broker}, {driver.Client}: one section '### {driver.Client}' must have exactly these lines:\n{expected}");
            var row = string.Create(CultureInfo.InvariantCulture, $"| {driver.Client} | {driver.Allocations.BytesPerRequest:N0} | {driver.Allocations.BytesPerSend:N0} |");
            if (!page.Contains($"\n{row}\n", StringComparison.Ordinal)) differences.Add($"{driver.Broker}, {driver.Client}: the allocations' row must be: {row}");
        }

        return differences;
    }

    [GeneratedRegex(@"^### (?<clients>[a-z]+(?:, [a-z]+)*)\n(?<text>.*?)(?=^#|\z)", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex SectionPattern();
}
