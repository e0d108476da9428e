using System.Globalization;

namespace Genie.Extensions.Genius.Orleans;

/// <summary>
/// A grain's key in Orleans. Orleans wants a class for each kind; Genius has as many kinds as definitions, so the kind goes into the key: its
/// length, a colon, the kind, the key. A kind's name may hold anything.
/// </summary>
internal static class GrainName
{
    private const char Colon = ':';

    public static string Of(string kind, string key) => string.Create(CultureInfo.InvariantCulture, $"{kind.Length}{Colon}{kind}{key}");

    /// <exception cref="FormatException">It is no such name.</exception>
    public static (string Kind, string Key) Read(string name)
    {
        var colon = name.IndexOf(Colon, StringComparison.Ordinal);
        var length = int.Parse(name.AsSpan(0, Math.Max(0, colon)), NumberStyles.None, CultureInfo.InvariantCulture);
        var kind = colon + 1;
        return length <= name.Length - kind ? (name.Substring(kind, length), name[(kind + length)..]) : throw new FormatException($"'{name}' is no name of a grain of Genius's.");
    }
}
