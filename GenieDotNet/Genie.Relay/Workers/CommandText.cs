using System.Text;
using System.Text.RegularExpressions;
using Genie.Relay.Configuration;

namespace Genie.Relay.Workers;

/// <summary>A worker's command as text: its words, and the names in braces that are replaced.</summary>
internal static partial class CommandText
{
    private const string Socket = "socket";

    /// <summary>The names that may stand in braces.</summary>
    public static IReadOnlyList<string> Names { get; } = ["port", Socket, "metrics_port", "metrics_path", "pool_size", "worker"];

    /// <summary>Whether workers listen on Unix sockets.</summary>
    public static bool UsesSocket(WorkerOptions workers) =>
        workers.Command.Concat(workers.Environment.Values).Any(word => word.Contains($"{{{Socket}}}", StringComparison.Ordinal));

    /// <summary>Names in braces that are none of <see cref="Names"/>.</summary>
    public static IEnumerable<string> UnknownNames(string text) => NameInBraces().Matches(text).Select(match => match.Groups[1].Value).Except(Names);

    /// <summary>Replaces the names.</summary>
    public static string Expand(string text, WorkerOptions workers, WorkerAddress address) => NameInBraces().Replace(text, match => match.Groups[1].Value switch
    {
        "port" => $"{address.Port}",
        Socket => address.SocketFile ?? "",
        "metrics_port" => $"{address.MetricsPort}",
        "metrics_path" => workers.MetricsPath,
        "pool_size" => $"{workers.PoolSize}",
        "worker" => $"{address.Index}",
        _ => match.Value,
    });

    /// <summary>Splits at spaces, except between quotes; a backslash takes the next character as it is, except between single quotes.</summary>
    /// <exception cref="FormatException">A quote has no end.</exception>
    public static IReadOnlyList<string> Split(string text)
    {
        List<string> words = [];
        StringBuilder? word = null;
        var quote = '\0';
        for (var i = 0; i < text.Length; i++)
        {
            var letter = text[i];
            if (quote == '\0' && char.IsWhiteSpace(letter))
            {
                if (word is not null) words.Add(word.ToString());
                word = null;
                continue;
            }

            word ??= new StringBuilder();
            if (letter == quote) quote = '\0';
            else if (quote == '\0' && letter is '"' or '\'') quote = letter;
            else if (letter == '\\' && quote != '\'' && i + 1 < text.Length) word.Append(text[++i]);
            else word.Append(letter);
        }

        if (quote != '\0') throw new FormatException($"a quote ({quote}) has no end.");
        if (word is not null) words.Add(word.ToString());
        return words;
    }

    [GeneratedRegex(@"\{([a-z_]+)\}")]
    private static partial Regex NameInBraces();
}
