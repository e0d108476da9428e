using System.Text.Json;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands;

/// <summary>Options whose values have names or units; a wrong one names the nearest that is right.</summary>
internal static class Options
{
    /// <summary>A length of time: <c>250ms</c>, <c>10s</c>, <c>5m</c>.</summary>
    public static ParsedOption<TimeSpan> OfDuration(string name, string description, string byDefault) =>
        Of(name, description, byDefault, Quantity.ParseDuration);

    /// <summary>A length of time, or nothing.</summary>
    public static ParsedOption<TimeSpan?> OfDurationOrNone(string name, string description) =>
        Of<TimeSpan?>(name, description, null, text => Quantity.ParseDuration(text));

    /// <summary>A whole number: <c>1000</c>, <c>10k</c>, <c>64KiB</c>; negative ones are refused.</summary>
    public static ParsedOption<long> OfCount(string name, string description, string byDefault, long min = 0) =>
        Of(name, description, byDefault, text => AtLeast(min, Quantity.ParseCount(text)));

    /// <summary>One of an enumeration's members, in lower case with dashes.</summary>
    public static ParsedOption<T> OfName<T>(string name, string description, string byDefault)
        where T : struct, Enum
    {
        var names = Enum.GetValues<T>().ToDictionary(value => JsonNamingPolicy.KebabCaseLower.ConvertName(value.ToString()));
        return Of(name, $"{description}: {string.Join(", ", names.Keys)}", byDefault, text =>
            names.TryGetValue(text, out var value) ? value : throw Unknown(text, names.Keys));
    }

    /// <summary>One of some names, the first of which is the default.</summary>
    public static ParsedOption<string> OneOf(string name, string description, params string[] names) =>
        Of(name, $"{description}: {string.Join(", ", names)}", names[0], text => names.Contains(text) ? text : throw Unknown(text, names));

    /// <summary>One of some names, or nothing.</summary>
    public static ParsedOption<string> OneOfOrNone(string name, string description, params string[] names) =>
        Of(name, $"{description}: {string.Join(", ", names)}", null, text => names.Contains(text) ? text : throw Unknown(text, names));

    /// <summary>An option read by <paramref name="parse"/>, whose FormatException says what is wrong.</summary>
    public static ParsedOption<T> Of<T>(string name, string description, string? byDefault, Func<string, T> parse) =>
        new(name, description, byDefault, parse) { HelpName = HelpName(typeof(T)) };

    private static string HelpName(Type type) => type switch
    {
        _ when type == typeof(TimeSpan) || type == typeof(TimeSpan?) => "TIME",
        _ when type == typeof(long) || type == typeof(long?) || type == typeof(double) => "N",
        _ when type == typeof(int[]) => "N,N",
        _ => "NAME",
    };

    /// <summary>The value, or an error if it is too small.</summary>
    public static long AtLeast(long min, long value) =>
        value >= min ? value : throw new FormatException($"{value} is too small; at least {min}.");

    private static FormatException Unknown(string text, IEnumerable<string> names) =>
        new($"'{text}' is unknown.{NearestName.Hint(text, names)} Known: {string.Join(", ", names)}.");
}
