using System.Globalization;
using System.Text.Json;
using Genie.Faults;

namespace Genie.Benchmarks.Commands.Proxy;

/// <summary>Changes a proxy by lines of words, and answers each.</summary>
internal sealed class ProxySteering(IFaultProxy proxy)
{
    private readonly IReadOnlyList<string> _known = proxy is TcpFaultProxy ? ProxyStep.OfStreams : ProxyStep.OfDatagrams;

    /// <summary>Does what a line says.</summary>
    /// <returns>What was done, or what is wrong with the line.</returns>
    public string Do(string line)
    {
        switch (line.Trim())
        {
            case "help":
                return $"{string.Join(", ", _known)}, counts, help; most take to-server or to-client, profile a name, latency a time, loss a share";
            case "counts":
                return Describe(proxy.Counts);
        }

        try
        {
            var step = ProxyStep.Parse(line, _known);
            step.Apply(proxy);
            return step.Text;
        }
        catch (Exception error) when (error is FormatException or ArgumentException)
        {
            return error.Message.Printable();
        }
    }

    /// <summary>Counts in one line, those that are not zero.</summary>
    public static string Describe(FaultCounts counts) => string.Join(", ", typeof(FaultCounts).GetProperties()
        .Select(property => (property.Name, Value: (long)property.GetValue(counts)!)).Where(count => count.Value != 0)
        .Select(count => string.Create(CultureInfo.InvariantCulture, $"{JsonNamingPolicy.KebabCaseLower.ConvertName(count.Name)} {count.Value}")).DefaultIfEmpty("nothing came"));
}
