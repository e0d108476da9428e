using Genie.Benchmarks.Drivers;

namespace Genie.Benchmarks.Tests;

/// <summary>What the documents say is what the program says.</summary>
public sealed class DocumentationTests
{
    [Fact]
    public void Every_drivers_guarantees_stand_word_for_word_in_the_documents()
    {
        var text = Read("drivers.md");
        foreach (var driver in DriverCatalogue.Brokers.SelectMany(DriverCatalogue.Of))
            Assert.Contains(GuaranteeText.Of(driver).Trim(), text, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_system_has_its_line_in_the_first_table_of_the_documents()
    {
        var text = Read("README.md");
        Assert.All(DriverCatalogue.Brokers, broker => Assert.Contains($"\n| `{broker}` | ", text, StringComparison.Ordinal));
    }

    private static string Read(string name)
    {
        using var reader = new StreamReader(typeof(DocumentationTests).Assembly.GetManifestResourceStream(name)!);
        return reader.ReadToEnd();
    }
}
