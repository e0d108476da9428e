using System.Globalization;
using System.Text.RegularExpressions;
using Genie.Benchmarks.Reporting.Crank;

namespace Genie.Benchmarks.Commands.Http;

/// <summary>Reads what wrk prints with <c>--latency</c>, under the names, and in the units, of Crank's own jobs for HTTP.</summary>
/// <remarks>Source of the names: dotnet/crank, src/Microsoft.Crank.Jobs.Bombardier and .Wrk.</remarks>
internal static partial class WrkOutput
{
    private static readonly (string Unit, double Milliseconds)[] Times = [("us", 1e-3), ("ms", 1), ("s", 1e3), ("m", 60e3), ("h", 3600e3)];
    private static readonly (string Unit, double Mebibytes)[] Amounts = [("B", 1 / 1048576.0), ("KB", 1 / 1024.0), ("MB", 1), ("GB", 1024)];

    /// <summary>The measurements.</summary>
    /// <exception cref="FormatException">It holds no figures; the message quotes its end.</exception>
    public static IReadOnlyList<CrankMeasure> Parse(string text)
    {
        var rate = Rate().Match(text);
        var requests = Requests().Match(text);
        if (!rate.Success || !requests.Success) throw new FormatException($"wrk printed no figures: {text.Trim().Split('\n')[^1]}");
        List<CrankMeasure> measures =
        [
            new("http/rps/mean", "Requests/sec", CrankOperation.Sum, "n0", Number(rate)),
            new("http/requests", "Requests", CrankOperation.Sum, "n0", Number(requests)),
            new("http/requests/badresponses", "Bad responses", CrankOperation.Sum, "n0", Sum(BadResponses().Match(text))),
            new("http/requests/errors", "Socket errors", CrankOperation.Sum, "n0", Sum(SocketErrors().Match(text))),
        ];
        if (Transfer().Match(text) is { Success: true } transfer)
            measures.Add(new("http/throughput", "Read throughput (MB/s)", CrankOperation.Sum, "n2", Scaled(transfer.Groups[1].Value, Amounts)));
        if (Latency().Match(text) is { Success: true } latency)
        {
            measures.Add(new("http/latency/mean", "Mean latency (ms)", CrankOperation.Avg, "n2", Scaled(latency.Groups["mean"].Value, Times)));
            measures.Add(new("http/latency/max", "Max latency (ms)", CrankOperation.Max, "n2", Scaled(latency.Groups["max"].Value, Times)));
        }

        measures.AddRange(Percentiles().Matches(text).Select(match =>
            new CrankMeasure($"http/latency/{match.Groups["percentile"].Value}", $"Latency {match.Groups["percentile"].Value}th (ms)", CrankOperation.Max, "n2", Scaled(match.Groups["time"].Value, Times))));
        return measures;
    }

    private static double Scaled(string text, (string Unit, double Factor)[] units)
    {
        var unit = text.TrimStart("0123456789.".ToCharArray());
        return double.Parse(text[..^unit.Length], CultureInfo.InvariantCulture) * units.First(known => known.Unit == unit).Factor;
    }

    private static double Number(Match match) => double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture);

    private static double Sum(Match match) => match.Groups.Values.Skip(1).Sum(group => group.Success ? double.Parse(group.Value, CultureInfo.InvariantCulture) : 0);

    [GeneratedRegex(@"Requests/sec:\s+([\d.]+)")]
    private static partial Regex Rate();

    [GeneratedRegex(@"(\d+) requests in ")]
    private static partial Regex Requests();

    [GeneratedRegex(@"Non-2xx or 3xx responses: (\d+)")]
    private static partial Regex BadResponses();

    [GeneratedRegex(@"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)")]
    private static partial Regex SocketErrors();

    [GeneratedRegex(@"Transfer/sec:\s+([\d.]+[KMG]?B)")]
    private static partial Regex Transfer();

    [GeneratedRegex(@"Latency\s+(?<mean>[\d.]+[a-z]+)\s+[\d.]+[a-z]+\s+(?<max>[\d.]+[a-z]+)")]
    private static partial Regex Latency();

    [GeneratedRegex(@"(?<percentile>\d+)%\s+(?<time>[\d.]+[a-z]+)")]
    private static partial Regex Percentiles();
}
