namespace Genie.Benchmarks.Commands;

/// <summary>Text from files and servers, for a terminal.</summary>
internal static class PrintableText
{
    private const char Replacement = '\uFFFD';

    /// <summary>The text with a replacement character for every control character but line ends: others could clear the screen, or worse.</summary>
    public static string Printable(this string text) =>
        text.Any(IsForbidden) ? string.Create(text.Length, text, static (to, from) =>
        {
            for (var i = 0; i < to.Length; i++) to[i] = IsForbidden(from[i]) ? Replacement : from[i];
        }) : text;

    private static bool IsForbidden(char character) => char.IsControl(character) && character != '\n';
}
