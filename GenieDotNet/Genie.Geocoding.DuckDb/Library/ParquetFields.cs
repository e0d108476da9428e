using System.Collections;
using System.Globalization;
using Genie.Geocoding.Maps.Import;

namespace Genie.Geocoding.DuckDb.Library;

/// <summary>The fields of a row; a dot leads into a struct: <c>names.primary</c>.</summary>
/// <param name="all">All columns of the file.</param>
/// <param name="columns">The columns that were read.</param>
/// <param name="values">Their values.</param>
internal sealed class ParquetFields(IEnumerable<string> all, string[] columns, object?[] values) : FeatureFields
{
    /// <inheritdoc/>
    public override IEnumerable<string> Names => all;

    /// <inheritdoc/>
    public override string? Find(string name)
    {
        var place = CsvSource.PlaceOf(columns, name);
        if (place >= 0) return Text(values[place]);
        var steps = name.Split('.');
        place = CsvSource.PlaceOf(columns, steps[0]);
        return place < 0 ? null : Text(steps.Skip(1).Aggregate(values[place], Step));
    }

    private static object? Step(object? value, string name) => value is not IDictionary members ? null
        : members.Contains(name) ? members[name]
        : members.Keys.OfType<string>().FirstOrDefault(key => key.Equals(name, StringComparison.OrdinalIgnoreCase)) is { } key ? members[key] : null;

    private static string? Text(object? value) => value switch
    {
        string text => text,
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => null,
    };
}
