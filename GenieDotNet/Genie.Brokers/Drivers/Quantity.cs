using System.Globalization;

namespace Genie.Brokers.Drivers;

/// <summary>Reads numbers with units as people write them.</summary>
public static class Quantity
{
    private static readonly (string Unit, TimeSpan Size)[] Durations =
    [
        ("us", TimeSpan.FromMicroseconds(1)), ("ms", TimeSpan.FromMilliseconds(1)), ("s", TimeSpan.FromSeconds(1)),
        ("m", TimeSpan.FromMinutes(1)), ("h", TimeSpan.FromHours(1)), ("d", TimeSpan.FromDays(1)),
    ];

    private static readonly (string Unit, long Size)[] Counts =
    [
        ("", 1), ("B", 1), ("k", 1000), ("M", 1_000_000), ("kB", 1000), ("MB", 1_000_000), ("GB", 1_000_000_000),
        ("KiB", 1L << 10), ("MiB", 1L << 20), ("GiB", 1L << 30),
    ];

    /// <summary>Reads <c>250ms</c>, <c>1.5s</c>, <c>5m</c>, <c>8h</c>, and several units from the longest on: <c>4m30s</c>, <c>1d12h</c>.</summary>
    /// <exception cref="FormatException">No number, no or an unknown unit, of which the nearest is named, or a unit behind a shorter one.</exception>
    public static TimeSpan ParseDuration(string text)
    {
        var (rest, sum, last) = (text, TimeSpan.Zero, TimeSpan.MaxValue);
        while (true)
        {
            var (number, unit) = Split(rest);
            var end = 0;
            while (end < unit.Length && char.IsAsciiLetter(unit[end])) end++;
            var size = SizeOf(unit[..end], text);
            if (size >= last || (double.IsNegative(number) && last != TimeSpan.MaxValue)) throw new FormatException($"'{text}' has its units in no order; write the longest first, as in 4m30s.");

            // What follows is a part of the same, so that it has its sign.
            sum += double.IsNegative(number) || text[0] == '-' ? -size * Math.Abs(number) : size * number;
            (rest, last) = (unit[end..].TrimStart(), size);
            if (rest.Length == 0) return sum;
        }
    }

    private static TimeSpan SizeOf(string unit, string text)
    {
        foreach (var (name, size) in Durations)
        {
            if (name == unit) return size;
        }

        throw new FormatException($"'{text}' needs a unit of time: {string.Join(", ", Durations.Select(d => d.Unit))}, as in 10s.{NearestName.Hint(unit, Durations.Select(d => d.Unit))}");
    }

    /// <summary>Reads <c>1000</c>, <c>1e5</c>, <c>10k</c>, <c>64KiB</c>, <c>1MiB</c>.</summary>
    /// <exception cref="FormatException">No number, a fraction of one, or an unknown unit; the nearest is named.</exception>
    public static long ParseCount(string text)
    {
        var (number, unit) = Split(text);
        foreach (var (name, size) in Counts)
        {
            if (name.Equals(unit, StringComparison.Ordinal) && number * size == Math.Floor(number * size)) return checked((long)(number * size));
        }

        throw new FormatException($"'{text}' is no whole number with a known unit ({string.Join(", ", Counts.Skip(1).Select(c => c.Unit))}).{NearestName.Hint(unit, Counts.Skip(1).Select(c => c.Unit))}");
    }

    private static (double Number, string Unit) Split(string text)
    {
        var end = 0;
        while (end < text.Length && (char.IsAsciiDigit(text[end]) || text[end] is '.' or '-' or '_')) end++;
        end += ExponentLength(text.AsSpan(end));
        return double.TryParse(text[..end].Replace("_", "", StringComparison.Ordinal), NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
            ? (number, text[end..].Trim())
            : throw new FormatException($"'{text}' does not begin with a number.");
    }

    private static int ExponentLength(ReadOnlySpan<char> text)
    {
        if (text is not ['e' or 'E', ..]) return 0;
        var end = text.Length > 1 && text[1] is '+' or '-' ? 2 : 1;
        var digits = end;
        while (end < text.Length && char.IsAsciiDigit(text[end])) end++;
        return end > digits ? end : 0;
    }
}
