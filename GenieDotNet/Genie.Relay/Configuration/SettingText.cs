using System.Globalization;
using System.Text.RegularExpressions;

namespace Genie.Relay.Configuration;

/// <summary>Reads values as they are written in the file and in the environment; a FormatException says what is wrong.</summary>
internal static partial class SettingText
{
    private static readonly (string Unit, double Ticks)[] Units =
    [
        ("ns", 0.01), ("us", TimeSpan.TicksPerMicrosecond), ("µs", TimeSpan.TicksPerMicrosecond), ("ms", TimeSpan.TicksPerMillisecond),
        ("s", TimeSpan.TicksPerSecond), ("m", TimeSpan.TicksPerMinute), ("h", TimeSpan.TicksPerHour),
    ];

    private static readonly (string Unit, long Bytes)[] Sizes =
    [
        ("", 1), ("k", 1000), ("M", 1_000_000), ("G", 1_000_000_000), ("Ki", 1 << 10), ("Mi", 1 << 20), ("Gi", 1 << 30),
        ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
    ];

    // Timers of .NET take no longer ones.
    private static readonly TimeSpan DurationMax = TimeSpan.FromDays(49);

    /// <summary>A length of time as Go writes it: <c>10s</c>, <c>1m30s</c>, <c>1.5h</c>, <c>250ms</c>, <c>0</c>.</summary>
    /// <remarks>Source: pkg.go.dev/time, ParseDuration.</remarks>
    public static TimeSpan Duration(string text, bool mayBeZero)
    {
        if (text != "0" && !DurationText().IsMatch(text)) throw new FormatException($"'{text}' is no length of time; write one like 250ms, 10s or 1m30s.");
        var ticks = DurationPart().Matches(text).Sum(part =>
            double.Parse(part.Groups[1].Value, CultureInfo.InvariantCulture) * Units.First(unit => unit.Unit == part.Groups[2].Value).Ticks);
        if (ticks > DurationMax.Ticks) throw new FormatException($"'{text}' is too long; the longest is {DurationMax.TotalHours}h.");
        return ticks >= 1 || mayBeZero ? TimeSpan.FromTicks((long)ticks) : throw new FormatException($"'{text}' must be longer than none.");
    }

    /// <summary>A whole number within bounds.</summary>
    public static int Number(string text, int min, int max)
    {
        if (!int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)) throw new FormatException($"'{text}' is no whole number.");
        if (number < min) throw new FormatException($"{number} is too small; at least {min}.");
        return number <= max ? number : throw new FormatException($"{number} is too large; at most {max}.");
    }

    /// <summary>A port; 0 takes a free one.</summary>
    public static int Port(string text) => Number(text, 0, ushort.MaxValue);

    /// <summary>A number of bytes: <c>400Mi</c>, <c>400MiB</c>, <c>1G</c>, <c>65536</c>.</summary>
    public static long Bytes(string text)
    {
        var unit = text.TrimStart("0123456789.".ToCharArray());
        var known = Sizes.FirstOrDefault(size => size.Unit == unit);
        if (known.Bytes == 0 || !double.TryParse(text.AsSpan(0, text.Length - unit.Length), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number))
            throw new FormatException($"'{text}' is no size; write one like 400Mi, 1G or 65536.");
        return number * known.Bytes <= long.MaxValue / 2 ? (long)(number * known.Bytes) : throw new FormatException($"'{text}' is too large.");
    }

    /// <summary>Yes or no, as Go and YAML write it.</summary>
    public static bool Flag(string text) => text.ToLowerInvariant() switch
    {
        "true" or "t" or "1" or "yes" or "on" => true,
        "false" or "f" or "0" or "no" or "off" => false,
        _ => throw new FormatException($"'{text}' is neither true nor false."),
    };

    /// <summary>One of some names.</summary>
    public static T Name<T>(string text, params (string Name, T Value)[] names)
    {
        foreach (var (name, value) in names)
        {
            if (name.Equals(text, StringComparison.OrdinalIgnoreCase)) return value;
        }

        throw new FormatException($"'{text}' is unknown; one of {string.Join(", ", names.Select(each => each.Name))}.");
    }

    /// <summary>A path of a URL; empty where <paramref name="mayBeEmpty"/>.</summary>
    public static string Path(string text, bool mayBeEmpty) =>
        text.StartsWith('/') || (mayBeEmpty && text.Length == 0) ? text : throw new FormatException($"'{text}' must begin with a slash.");

    /// <summary>Full names of methods, or of services with <c>/*</c>.</summary>
    public static IReadOnlyList<string> Methods(IReadOnlyList<string> texts)
    {
        var wrong = texts.FirstOrDefault(text => !MethodText().IsMatch(text));
        return wrong is null ? texts : throw new FormatException($"'{wrong}' is no /package.Service/Method or /package.Service/*.");
    }

    /// <summary>Names of header fields (RFC 9110, 5.6.2).</summary>
    public static IReadOnlyList<string> Tokens(IReadOnlyList<string> texts)
    {
        var wrong = texts.FirstOrDefault(text => !TokenText().IsMatch(text));
        return wrong is null ? texts : throw new FormatException($"'{wrong}' is no name of a header field.");
    }

    [GeneratedRegex(@"^[\w!#$%&'*+.^`|~-]+$")]
    private static partial Regex TokenText();

    [GeneratedRegex(@"^\+?((\d+\.?\d*|\.\d+)(ns|us|µs|ms|s|m|h))+$")]
    private static partial Regex DurationText();

    [GeneratedRegex(@"(\d+\.?\d*|\.\d+)(ns|us|µs|ms|s|m|h)")]
    private static partial Regex DurationPart();

    [GeneratedRegex(@"^/[\w.]+/(\w+|\*)$")]
    private static partial Regex MethodText();
}
