using System.Globalization;

namespace Genie.Benchmarks.Commands;

/// <summary>Counts with commas between, each of which is measured: <c>1,32</c>.</summary>
internal static class CountList
{
    /// <summary>Reads such, each once, in their order.</summary>
    /// <param name="noun">What is counted, in the plural.</param>
    /// <param name="max">The most of it.</param>
    public static Func<string, int[]> Of(string noun, int max = int.MaxValue) => text =>
    {
        var counts = text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Select(part => int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count > 0 && count <= max
                ? count : throw new FormatException($"'{part}' is no number of {noun}{(max < int.MaxValue ? $" up to {max}" : "")}; expected something like 1,4."))
            .Distinct().ToArray();
        return counts.Length > 0 ? counts : throw new FormatException($"no number of {noun}; expected something like 1,4.");
    };
}
