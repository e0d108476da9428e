namespace Genie.Geocoding.Maps;

/// <summary>What one import brings, and the next one of the same name replaces: a layer, or one source of a layer.</summary>
/// <param name="Layer">The layer.</param>
/// <param name="Source">The source's name, or null for the one without a name.</param>
internal sealed record MapName(string Layer, string? Source = null)
{
    private const int MaxLength = 40;

    /// <summary>True if this can name a layer or a source: small letters, digits, - and _, a letter first.</summary>
    public static bool IsValid(string name) =>
        name.Length is > 0 and <= MaxLength && char.IsAsciiLetterLower(name[0]) && name.All(character => char.IsAsciiLetterLower(character) || char.IsAsciiDigit(character) || character is '-' or '_');

    /// <summary>The name in databases, and of the index file before its extension: <c>state</c>, <c>state.ken</c>.</summary>
    public override string ToString() => Source is null ? Layer : $"{Layer}.{Source}";
}
