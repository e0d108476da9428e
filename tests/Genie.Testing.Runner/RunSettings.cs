using System.Globalization;
using System.Xml.Linq;

namespace Genie.Testing.Runner;

/// <summary>
/// Settings of the .NET test platform: a test project that stands still is ended, and names the tests that were running (the blame data
/// collector; no dump is written); coverlet's collector, if coverage is asked for.
/// </summary>
internal static class RunSettings
{
    /// <summary>Writes the file; returns its path.</summary>
    public static string Write(RunOptions options)
    {
        var file = Path.Combine(options.ResultsFolder, "tests.runsettings");
        var collectors = options.Coverage ? new[] { Hang(options.TestTimeout), Coverage() } : [Hang(options.TestTimeout)];
        new XElement("RunSettings", new XElement("DataCollectionRunSettings", new XElement("DataCollectors", collectors))).Save(file);
        return file;
    }

    private static XElement Hang(TimeSpan timeout) => new(
        "DataCollector", new XAttribute("friendlyName", "blame"), new XAttribute("enabled", true),
        new XElement("Configuration", new XElement(
            "CollectDumpOnTestSessionHang",
            new XAttribute("TestTimeout", string.Create(CultureInfo.InvariantCulture, $"{timeout.TotalSeconds:0}s")), new XAttribute("HangDumpType", "None"))));

    // Whether a line was reached is all that is told, and counting no further than that slows the tests least.
    private static XElement Coverage() => new(
        "DataCollector", new XAttribute("friendlyName", "XPlat Code Coverage"), new XAttribute("enabled", true),
        new XElement(
            "Configuration", new XElement("Format", "cobertura"), new XElement("Include", "[Genie.*]*"), new XElement("Exclude", "[Genie.*.Tests]*,[Genie.Testing*]*,[Genie.Brokers.Conformance]*"),
            new XElement("ExcludeByAttribute", "GeneratedCodeAttribute,CompilerGeneratedAttribute"), new XElement("SingleHit", true)));
}
