using System.Buffers;
using System.CommandLine;
using System.CommandLine.Parsing;
using System.Text;
using Genie.Benchmarks.Commands.Bench;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands.Secrets;

/// <summary>Command lines of <c>bench</c> as results have them: options' values as far as anybody may see them.</summary>
internal static class ShownCommandLine
{
    private static readonly SearchValues<char> NeedQuotes = SearchValues.Create(" \t<>&|;()$*?'");

    // Made when the first results are read, and kept: files are read by the hundred.
    private static readonly Lazy<IReadOnlyDictionary<string, Func<string, string>>> BenchMasks = new(static () => MasksOf(BenchCommand.Create()));

    /// <summary>What was given.</summary>
    /// <param name="parsed">It, as it was understood.</param>
    public static string Of(ParseResult parsed)
    {
        var masks = MasksOf(parsed.CommandResult.Command);
        Func<string, string>? mask = null;
        var words = new List<string>();
        foreach (var token in parsed.Tokens)
        {
            words.Add(Quote(mask is null || token.Type != TokenType.Argument ? token.Value : mask(token.Value)));
            mask = token.Type == TokenType.Option ? masks.GetValueOrDefault(token.Value) : null;
        }

        return string.Join(' ', words);
    }

    /// <summary>A command line that was written down, by whatever version. What cannot be told apart from a secret is masked with it.</summary>
    /// <param name="text">The command line of <c>bench</c>, with or without the command.</param>
    public static string OfText(string text)
    {
        var shown = new StringBuilder();
        var i = 0;
        while (i < text.Length)
        {
            if (MaskAt(text, i, out var valueStart) is not { } mask)
            {
                shown.Append(text[i++]);
                continue;
            }

            var isQuoted = i > 0 && text[i - 1] == '"';
            shown.Append(text, i, valueStart - i);
            i = EndOfValue(text, valueStart, isQuoted);
            if (i > valueStart) shown.Append(isQuoted ? MaskedText.Mask + '"' : Shown(text[valueStart..i], mask));
        }

        return shown.ToString();
    }

    /// <summary>Puts a word in quotes where a shell would not take it as one without.</summary>
    public static string Quote(string argument) => argument.Length == 0 || argument.AsSpan().IndexOfAny(NeedQuotes) >= 0 ? $"\"{argument}\"" : argument;

    /// <summary>Where the name of an option with secrets begins a word: what masks its value, which begins behind it.</summary>
    private static Func<string, string>? MaskAt(string text, int i, out int valueStart)
    {
        valueStart = i;
        if (text[i] != '-' || (i > 0 && text[i - 1] is not (' ' or '\t' or '"'))) return null;
        var end = text.AsSpan(i).IndexOfAny(" \t=:\"");
        if (end < 0 || !BenchMasks.Value.TryGetValue(text.Substring(i, end), out var mask)) return null;
        valueStart = i + end + 1;
        while (valueStart < text.Length && text[valueStart] == ' ') valueStart++;
        return mask;
    }

    /// <summary>A value in quotes goes to the last ones before the next option, for it may have quotes of its own; without last ones, to the end.</summary>
    private static int EndOfValue(string text, int start, bool isQuoted)
    {
        if (start >= text.Length) return text.Length;
        if (text[start] != '"' && !isQuoted) return text.AsSpan(start).IndexOfAny(" \t") is >= 0 and var blank ? start + blank : text.Length;
        var next = text.IndexOf(" --", start, StringComparison.Ordinal);
        var last = text.LastIndexOf('"', (next < 0 ? text.Length : next) - 1);
        return last > start ? last + 1 : text.Length;
    }

    private static string Shown(string value, Func<string, string> mask) =>
        Quote(value is ['"', .. var inner, '"'] ? mask(inner) : value.Contains('"', StringComparison.Ordinal) ? MaskedText.Mask : mask(value));

    private static Dictionary<string, Func<string, string>> MasksOf(Command command)
    {
        var masks = new Dictionary<string, Func<string, string>>();
        foreach (var option in command.Options)
        {
            if (option is not IMaskedOption { Mask: { } mask }) continue;
            foreach (var name in option.Aliases.Append(option.Name)) masks[name] = mask;
        }

        return masks;
    }
}
