using Genie.Benchmarks.Drivers;

namespace Genie.Benchmarks.Tests;

/// <summary>What the documents say is what the program says.</summary>
public sealed class DocumentationTests
{
    [Fact]
    public void Every_drivers_guarantees_stand_word_for_word_in_the_documents()
    {
        using var reader = new StreamReader(typeof(DocumentationTests).Assembly.GetManifestResourceStream("drivers.md")!);
        var text = reader.ReadToEnd();
        foreach (var driver in DriverCatalogue.Brokers.SelectMany(DriverCatalogue.Of))
            Assert.Contains(GuaranteeText.Of(driver).Trim(), text, StringComparison.Ordinal);
    }
}
