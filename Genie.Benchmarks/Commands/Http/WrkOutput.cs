using System.Globalization;
using System.Text.RegularExpressions;
using Genie.Benchmarks.Reporting.Crank;

namespace Genie.Benchmarks.Commands.Http;

/// <summary>Reads what wrk prints with <c>--latency</c>, under the names that Crank's own jobs for HTTP use.</summary>
internal static partial class WrkOutput
{
    private static readonly (string Unit, double Microseconds)[] Units = [("us", 1), ("ms", 1e3), ("s", 1e6), ("m", 60e6), ("h", 3600e6)];

    /// <summary>The measurements.</summary>
    /// <exception cref="FormatException">It holds no figures; the message quotes its end.</exception>
    public static IReadOnlyList<CrankMeasure> Parse(string text)
    {
        var rate = Rate().Match(text);
        var requests = Requests().Match(text);
        if (!rate.Success || !requests.Success) throw new FormatException($"wrk printed no figures: {text.Trim().Split('\n')[^1]}");
        List<CrankMeasure> measures =
        [
            new("http/rps/mean", "Requests/sec", CrankOperation.Median, "n0", Number(rate)),
            new("http/requests", "Requests", CrankOperation.Sum, "n0", Number(requests)),
            new("http/requests/badresponses", "Bad responses", CrankOperation.Sum, "n0", Sum(BadResponses().Match(text))),
            new("http/requests/errors", "Socket errors", CrankOperation.Sum, "n0", Sum(SocketErrors().Match(text))),
        ];
        if (Latency().Match(text) is { Success: true } latency)
        {
            measures.Add(new("http/latency/mean", "Mean latency (us)", CrankOperation.Median, "n0", Time(latency.Groups["mean"].Value)));
            measures.Add(new("http/latency/max", "Max latency (us)", CrankOperation.Max, "n0", Time(latency.Groups["max"].Value)));
        }

        measures.AddRange(Percentiles().Matches(text).Select(match =>
            new CrankMeasure($"http/latency/{match.Groups["percentile"].Value}", $"Latency {match.Groups["percentile"].Value}th (us)", CrankOperation.Median, "n0", Time(match.Groups["time"].Value))));
        return measures;
    }

    private static double Time(string text)
    {
        var unit = text.TrimStart("0123456789.".ToCharArray());
        return double.Parse(text[..^unit.Length], CultureInfo.InvariantCulture) * Units.First(known => known.Unit == unit).Microseconds;
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

    [GeneratedRegex(@"Latency\s+(?<mean>[\d.]+[a-z]+)\s+[\d.]+[a-z]+\s+(?<max>[\d.]+[a-z]+)")]
    private static partial Regex Latency();

    [GeneratedRegex(@"(?<percentile>\d+)%\s+(?<time>[\d.]+[a-z]+)")]
    private static partial Regex Percentiles();
}
