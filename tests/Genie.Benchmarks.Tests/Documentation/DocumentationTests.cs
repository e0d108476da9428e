using Genie.Benchmarks.Drivers;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Documentation;

/// <summary>What the documents say is what the program says.</summary>
public sealed class DocumentationTests
{
    public static TheoryData<string> Brokers => [.. DriverCatalogue.Brokers];

    [Theory]
    [MemberData(nameof(Brokers))]
    public void Every_drivers_guarantees_stand_word_for_word_on_its_systems_page(string broker) =>
        Assert.Empty(DriverPage.Differences(Read($"docs/drivers/{broker}.md"), DriverCatalogue.Of(broker)));

    [Fact]
    public void A_page_that_says_something_else_is_noticed()
    {
        var drivers = DriverCatalogue.Of("nats");
        var page = Read("docs/drivers/nats.md");

        Assert.Equal(drivers.Count, DriverPage.Differences(page.Replace(drivers[0].Guarantees.Ordering, "Any.", StringComparison.Ordinal), drivers).Count);
        Assert.Single(DriverPage.Differences(page.Replace("| wire | 64 | 64 |", "| wire | 65 | 64 |", StringComparison.Ordinal), drivers));
        Assert.Equal(drivers.Count, DriverPage.Differences(page.Replace("### wire", "### wired", StringComparison.Ordinal).Replace(", official", ", officially", StringComparison.Ordinal), drivers).Count);
        Assert.Equal(drivers.Count, DriverPage.Differences(page.Replace("### Allocations", "- **And more.** All.\n\n### Allocations", StringComparison.Ordinal), drivers).Count);
    }

    [Theory]
    [MemberData(nameof(Brokers))]
    public void Every_systems_page_has_a_picture_and_is_linked_from_the_index(string broker)
    {
        Assert.Contains("\n```mermaid\n", Read($"docs/drivers/{broker}.md"), StringComparison.Ordinal);
        Assert.Contains($"[{broker}.md]({broker}.md)", Read("docs/drivers/README.md"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Every_driver_has_its_row_of_capabilities_as_its_traits_are()
    {
        var text = Read("docs/capabilities.md");
        Assert.StartsWith(CapabilityText.Head.ReplaceLineEndings("\n"), text, StringComparison.Ordinal);
        foreach (var driver in DriverCatalogue.Brokers.Except(DriverCatalogue.References).SelectMany(DriverCatalogue.Of))
            Assert.Contains($"\n{await CapabilityText.RowAsync(driver)}\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_system_has_its_line_in_the_first_table_of_the_documents()
    {
        var text = Read("README.md");
        Assert.All(DriverCatalogue.Brokers, broker => Assert.Contains($"\n| `{broker}` | ", text, StringComparison.Ordinal));
    }

    private static string Read(string file) => File.ReadAllText(Path.Combine(RepositoryRoot.Find(), file)).ReplaceLineEndings("\n");
}
