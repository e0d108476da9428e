using System.CommandLine;
using System.Text.Json;
using Genie.Benchmarks.Load.Pacing;
using Genie.Brokers.Drivers;
using Genie.Workload;

namespace Genie.Benchmarks.Commands;

/// <summary>Options whose values have names or units; a wrong one names the nearest that is right.</summary>
internal static class Options
{
    /// <summary>A length of time: <c>250ms</c>, <c>10s</c>, <c>5m</c>; it must be longer than none unless <paramref name="mayBeNone"/>.</summary>
    public static ParsedOption<TimeSpan> OfDuration(string name, string description, string byDefault, bool mayBeNone = false, TimeSpan? max = null) =>
        Of(name, description, byDefault, text => ParseDuration(text, mayBeNone, max ?? DurationMax));

    /// <summary>The same, or nothing.</summary>
    public static ParsedOption<TimeSpan?> OfDurationOrNone(string name, string description, bool mayBeNone = false, TimeSpan? max = null) =>
        Of<TimeSpan?>(name, description, null, text => ParseDuration(text, mayBeNone, max ?? DurationMax));

    /// <summary>A whole number: <c>1000</c>, <c>10k</c>, <c>64KiB</c>; those outside of the bounds are refused.</summary>
    public static ParsedOption<long> OfCount(string name, string description, string byDefault, long min = 0, long max = int.MaxValue) =>
        Of(name, description, byDefault, text => Within(min, max, Quantity.ParseCount(text)));

    /// <summary>The same, or nothing.</summary>
    public static ParsedOption<long?> OfCountOrNone(string name, string description, long min = 0, long max = int.MaxValue) =>
        Of<long?>(name, description, null, text => Within(min, max, Quantity.ParseCount(text)));

    /// <summary>One of an enumeration's members, in lower case with dashes.</summary>
    public static ParsedOption<T> OfName<T>(string name, string description, string byDefault)
        where T : struct, Enum
    {
        var names = Enum.GetValues<T>().ToDictionary(value => JsonNamingPolicy.KebabCaseLower.ConvertName(value.ToString()));
        return Of(name, $"{description}: {string.Join(", ", names.Keys)}", byDefault, text =>
            names.TryGetValue(text, out var value) ? value : throw Unknown(text, names.Keys), [.. names.Keys]);
    }

    /// <summary>One of some names, the first of which is the default.</summary>
    public static ParsedOption<string> OneOf(string name, string description, params string[] names) =>
        Of(name, $"{description}: {string.Join(", ", names)}", names[0], text => names.Contains(text) ? text : throw Unknown(text, names), names);

    /// <summary>One of some names, or nothing.</summary>
    public static ParsedOption<string> OneOfOrNone(string name, string description, params string[] names) =>
        Of(name, $"{description}: {string.Join(", ", names)}", null, text => names.Contains(text) ? text : throw Unknown(text, names), names);

    /// <summary>An option read by <paramref name="parse"/>, whose FormatException says what is wrong; <paramref name="names"/> are the only values it takes, if there are such.</summary>
    public static ParsedOption<T> Of<T>(string name, string description, string? byDefault, Func<string, T> parse, params IReadOnlyList<string> names) =>
        new(name, description, byDefault, parse) { HelpName = HelpName(typeof(T)), Names = names };

    /// <summary>An option that may be given again; each value must be one that <paramref name="parse"/> can read.</summary>
    public static Option<string[]> OfMany(string name, string helpName, string description, Action<string> parse)
    {
        var option = new Option<string[]>(name) { Description = description, HelpName = helpName, DefaultValueFactory = _ => [] };
        option.Validators.Add(given =>
        {
            foreach (var token in given.Tokens)
            {
                try
                {
                    parse(token.Value);
                }
                catch (Exception error) when (error is FormatException or OverflowException)
                {
                    given.AddError($"{name}: {error.Message}");
                }
            }
        });
        return option;
    }

    private static string HelpName(Type type) => type switch
    {
        _ when type == typeof(TimeSpan) || type == typeof(TimeSpan?) => "TIME",
        _ when type == typeof(long) || type == typeof(long?) || type == typeof(double) || type == typeof(double?) => "N",
        _ when type == typeof(int[]) => "N,N",
        _ when type == typeof(double[]) => "N%,N%",
        _ when type == typeof(PayloadSizes) => "SIZE",
        _ when type == typeof(RateProfile) => "RATE",
        _ => "NAME",
    };

    // Timers of .NET take no longer ones.
    private static readonly TimeSpan DurationMax = TimeSpan.FromDays(49);

    private static TimeSpan ParseDuration(string text, bool mayBeNone, TimeSpan max)
    {
        var time = Quantity.ParseDuration(text);
        if (time < TimeSpan.Zero || (time == TimeSpan.Zero && !mayBeNone)) throw new FormatException($"'{text}' is too short; {(mayBeNone ? "0s is the shortest" : "it must be longer than none")}.");
        if (time <= max) return time;
        throw new FormatException(FormattableString.Invariant($"'{text}' is too long; at most {(max < TimeSpan.FromDays(1) ? $"{max.TotalSeconds:0}s" : $"{max.TotalDays:0}d")}."));
    }

    private static long Within(long min, long max, long value)
    {
        if (value < min) throw new FormatException($"{value} is too small; at least {min}.");
        return value <= max ? value : throw new FormatException($"{value} is too large; at most {max}.");
    }

    private static FormatException Unknown(string text, IEnumerable<string> names) =>
        new($"'{text}' is unknown.{NearestName.Hint(text, names)} Known: {string.Join(", ", names)}.");
}
