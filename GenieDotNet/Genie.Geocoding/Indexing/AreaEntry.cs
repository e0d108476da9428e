namespace Genie.Geocoding.Indexing;

/// <summary>An area in an index file; texts are places in the text section.</summary>
/// <param name="Layer">The layer's name.</param>
/// <param name="Code">The area's code.</param>
/// <param name="Name">The area's name.</param>
/// <param name="ParentCode">The code of the area around it.</param>
/// <param name="Properties">Its further properties, or <see cref="NoText"/>.</param>
/// <param name="Parent">The entry of the area around it, or -1.</param>
internal readonly record struct AreaEntry(uint Layer, uint Code, uint Name, uint ParentCode, uint Properties, int Parent)
{
    /// <summary>No text.</summary>
    public const uint NoText = uint.MaxValue;
}
