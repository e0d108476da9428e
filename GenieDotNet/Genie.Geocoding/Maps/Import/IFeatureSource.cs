namespace Genie.Geocoding.Maps.Import;

/// <summary>Reads the rows of a format that this library leaves to another one.</summary>
internal interface IFeatureSource
{
    /// <summary>Reads them; each is read when it is asked for.</summary>
    /// <exception cref="MapFormatException">The file is not what it should be.</exception>
    IEnumerable<MapFeature> Read(MapImportOptions options);
}
