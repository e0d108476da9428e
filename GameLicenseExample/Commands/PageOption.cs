using System.CommandLine;
using System.Net;

namespace GameLicenseExample.Commands;

/// <summary>Whether the licence server shows a live page, and where.</summary>
internal sealed class PageOption
{
    private const string Name = "--page";
    private const int DefaultPort = 5081;

    private readonly Option<int?> _page = new(Name)
    {
        Description = $"Shows a live map of regions, decisions and plays, and a page of the game server's features, at this port of 127.0.0.1; without a number {DefaultPort}, with 0 a free one.",
        HelpName = "PORT",
        Arity = ArgumentArity.ZeroOrOne,
    };

    /// <summary>Adds it to a command.</summary>
    public void AddTo(Command command) => command.Add(_page);

    /// <summary>The port; null: no page.</summary>
    /// <exception cref="GameArgumentException">It is no port.</exception>
    public int? Read(ParseResult parsed)
    {
        if (parsed.GetResult(_page) is not { } given) return null;
        if (given.Tokens.Count == 0) return DefaultPort;
        return parsed.GetValue(_page) is >= 0 and <= IPEndPoint.MaxPort and var port ? port : throw new GameArgumentException($"{Name} {given.Tokens[0].Value} is no port: 0 to {IPEndPoint.MaxPort}.");
    }

    /// <summary>The same as arguments for another process.</summary>
    public IEnumerable<string> ToArguments(ParseResult parsed) => Read(parsed) is { } port ? ToArguments(port) : [];

    /// <summary>The arguments for a page at a port.</summary>
    public static IEnumerable<string> ToArguments(int port) => [Name, $"{port}"];

    /// <summary>Prints where the pages are.</summary>
    public static async Task TellAsync(Uri? page, Uri? features, TextWriter output)
    {
        if (page is not null) await output.WriteLineAsync($"The live page: {page}").ConfigureAwait(false);
        if (features is not null) await output.WriteLineAsync($"The game server: {features}").ConfigureAwait(false);
    }
}
