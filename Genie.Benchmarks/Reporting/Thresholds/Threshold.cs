using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Reporting.Thresholds;

/// <summary>What every row of a run must hold: <c>p99 &lt; 20ms and lost == 0</c>.</summary>
internal sealed class Threshold
{
    private static readonly (string Sign, Func<double, double, bool> Holds)[] Operators =
    [
        ("<=", (value, limit) => value <= limit), (">=", (value, limit) => value >= limit), ("==", (value, limit) => value == limit),
        ("<", (value, limit) => value < limit), (">", (value, limit) => value > limit),
    ];

    private readonly IReadOnlyList<Part> _parts;

    private Threshold(IReadOnlyList<Part> parts) => _parts = parts;

    /// <summary>Reads a threshold.</summary>
    /// <exception cref="FormatException">It says what is wrong, with the nearest name.</exception>
    public static Threshold Parse(string text) => new([.. text.Split(" and ", StringSplitOptions.TrimEntries).Select(ParsePart)]);

    /// <summary>What a row breaks; empty if it holds all of it.</summary>
    public IEnumerable<string> FindBreaches(RunRow row) => _parts
        .Select(part => (Part: part, Value: part.Figure.Of(row)))
        .Where(one => !one.Part.Holds(one.Value, one.Part.Limit))
        .Select(one => $"{one.Part.Figure.Name} {one.Part.Figure.Format(one.Value)}, wanted {one.Part.Text}");

    /// <inheritdoc/>
    public override string ToString() => string.Join(" and ", _parts.Select(part => part.Text));

    private static Part ParsePart(string text)
    {
        var at = text.IndexOfAny(['<', '>', '=']);
        var (sign, holds) = at < 0 ? default : Operators.FirstOrDefault(one => text.AsSpan(at).StartsWith(one.Sign));
        if (sign is null) throw new FormatException($"'{text}' compares nothing; expected something like p99 < 20ms or lost == 0.");
        var name = text[..at].Trim();
        var figure = ThresholdFigure.All.FirstOrDefault(one => one.Name == name)
            ?? throw new FormatException($"'{name}' is unknown.{NearestName.Hint(name, ThresholdFigure.All.Select(one => one.Name))} Known: {string.Join(", ", ThresholdFigure.All.Select(one => one.Name))}.");
        var limit = text[(at + sign.Length)..].Trim();
        return figure.Parse(limit) is >= 0 and var value ? new Part(figure, holds, value, $"{name} {sign} {limit}") : throw new FormatException($"'{limit}' is less than nothing; no {name} is.");
    }

    private sealed record Part(ThresholdFigure Figure, Func<double, double, bool> Holds, double Limit, string Text);
}
