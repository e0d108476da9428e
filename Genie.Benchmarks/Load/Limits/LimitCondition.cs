using System.Globalization;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Load.Limits;

/// <summary>What must hold of a row for its rate to count as held: <c>p99 &lt; 5ms and max &lt; 100ms</c>.</summary>
internal sealed class LimitCondition
{
    private static readonly (string Name, Func<LatencyFigures, double> Of)[] Figures =
    [
        ("mean", figures => figures.Mean), ("p50", figures => figures.P50), ("p90", figures => figures.P90),
        ("p99", figures => figures.P99), ("p99.9", figures => figures.P999), ("max", figures => figures.Max),
    ];

    private readonly IReadOnlyList<Part> _parts;

    private LimitCondition(IReadOnlyList<Part> parts) => _parts = parts;

    /// <summary>Reads a condition.</summary>
    /// <exception cref="FormatException">It says what is wrong, with the nearest name.</exception>
    public static LimitCondition Parse(string text) =>
        new([.. text.Split(" and ", StringSplitOptions.TrimEntries).Select(ParsePart)]);

    /// <summary>Why the latencies break the condition, or null if they do not.</summary>
    public string? FindBreach(LatencyFigures latency)
    {
        foreach (var part in _parts)
        {
            var microseconds = part.Of(latency);
            if (part.OrEqual ? microseconds > part.LimitMicroseconds : microseconds >= part.LimitMicroseconds)
                return string.Create(CultureInfo.InvariantCulture, $"{part.Name} {microseconds:0.#} us");
        }

        return null;
    }

    /// <inheritdoc/>
    public override string ToString() => string.Join(" and ", _parts.Select(part => part.Text));

    private static Part ParsePart(string text)
    {
        var at = text.IndexOfAny(['<', '>', '=']);
        if (at < 0 || text[at] != '<') throw new FormatException($"'{text}' is no upper bound; expected something like p99 < 5ms.");
        var name = text[..at].Trim();
        var (_, of) = Figures.FirstOrDefault(figure => figure.Name == name);
        if (of is null) throw new FormatException($"'{name}' is unknown.{NearestName.Hint(name, Names)} Known: {string.Join(", ", Names)}.");
        var orEqual = text[(at + 1)..].StartsWith('=');
        var limit = text[(at + (orEqual ? 2 : 1))..].Trim();
        var time = Quantity.ParseDuration(limit);
        return time > TimeSpan.Zero
            ? new Part(name, of, time.TotalMicroseconds, orEqual, $"{name} {(orEqual ? "<=" : "<")} {limit}")
            : throw new FormatException($"'{limit}' leaves no time at all; expected something like p99 < 5ms.");
    }

    private static IEnumerable<string> Names => Figures.Select(figure => figure.Name);

    private sealed record Part(string Name, Func<LatencyFigures, double> Of, double LimitMicroseconds, bool OrEqual, string Text);
}
