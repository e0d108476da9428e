using System.Globalization;
using System.Xml.Linq;

namespace Genie.Testing.Runner;

/// <summary>
/// Settings under which a test project that stands still is ended, and names the tests that were running (the blame data collector of
/// the .NET test platform; no dump is written).
/// </summary>
internal static class HangSettings
{
    /// <summary>Writes the file; returns its path.</summary>
    /// <param name="folder">Where.</param>
    /// <param name="timeout">How long no test may begin or end.</param>
    public static string Write(string folder, TimeSpan timeout)
    {
        var file = Path.Combine(folder, "hang.runsettings");
        var collector = new XElement(
            "DataCollector", new XAttribute("friendlyName", "blame"), new XAttribute("enabled", true),
            new XElement("Configuration", new XElement(
                "CollectDumpOnTestSessionHang",
                new XAttribute("TestTimeout", string.Create(CultureInfo.InvariantCulture, $"{timeout.TotalSeconds:0}s")), new XAttribute("HangDumpType", "None"))));
        new XElement("RunSettings", new XElement("DataCollectionRunSettings", new XElement("DataCollectors", collector))).Save(file);
        return file;
    }
}
