namespace GameLicenseExample.Features.Decisions;

/// <summary>What players, rooms and auctions may be called.</summary>
internal static class Names
{
    private const int LengthMax = 40;

    /// <summary>The name, if it is one.</summary>
    /// <exception cref="FeatureRefusedException">It is none.</exception>
    public static string Check(string? name) => name is { Length: >= 1 and <= LengthMax } && name.All(static each => char.IsAsciiLetterOrDigit(each) || each is '-' or '_' or '.')
        ? name
        : throw new FeatureRefusedException($"'{name}' is no name: 1 to {LengthMax} letters, digits, '-', '_' and '.'.");
}
