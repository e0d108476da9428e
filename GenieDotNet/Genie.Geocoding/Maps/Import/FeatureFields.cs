namespace Genie.Geocoding.Maps.Import;

/// <summary>The fields of one row.</summary>
internal abstract class FeatureFields
{
    /// <summary>No fields at all.</summary>
    public static FeatureFields None { get; } = new NoFields();

    /// <summary>The fields' names, in the file's order.</summary>
    public abstract IEnumerable<string> Names { get; }

    /// <summary>A field's value as text, or null; upper and lower case do not matter where no name fits exactly.</summary>
    public abstract string? Find(string name);

    private sealed class NoFields : FeatureFields
    {
        public override IEnumerable<string> Names => [];

        public override string? Find(string name) => null;
    }
}
