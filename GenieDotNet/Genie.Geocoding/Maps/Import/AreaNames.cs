namespace Genie.Geocoding.Maps.Import;

/// <summary>What an area is called.</summary>
/// <param name="Code">Its code.</param>
/// <param name="Name">Its name.</param>
/// <param name="ParentCode">The code of the area around it, or nothing.</param>
internal sealed record AreaNames(string Code, string Name, string ParentCode)
{
    /// <summary>The fields that are kept: a JSON object, or null.</summary>
    public string? Properties { get; init; }
}
