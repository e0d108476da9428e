namespace Genie.Geocoding.Maps.Import;

/// <summary>The fields of a CSV record, named by the header.</summary>
internal sealed class CsvFields(string[] header, string[] values) : FeatureFields
{
    /// <inheritdoc/>
    public override IEnumerable<string> Names => header;

    /// <inheritdoc/>
    public override string? Find(string name)
    {
        var place = CsvSource.PlaceOf(header, name);
        return place >= 0 && place < values.Length && values[place].Length > 0 ? values[place] : null;
    }
}
