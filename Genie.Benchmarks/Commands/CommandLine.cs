using System.CommandLine;
using System.CommandLine.Parsing;
using Genie.Benchmarks.Commands.Bench;
using Genie.Brokers;
using Genie.Servers;

namespace Genie.Benchmarks.Commands;

/// <summary>The <c>genie</c> command: parses, runs, turns errors into messages and exit codes.</summary>
internal static class CommandLine
{
    // A command that was asked to stop writes its partial results well before that.
    private static readonly TimeSpan TerminationPatience = TimeSpan.FromSeconds(5);

    /// <summary>Runs one invocation.</summary>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public static async Task<int> RunAsync(IReadOnlyList<string> arguments, CancellationToken cancellationToken = default)
    {
        var parsed = CreateRoot().Parse(arguments);
        try
        {
            if (parsed.Errors.Count > 0) return Refuse(parsed);
            var invocation = new InvocationConfiguration { EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = TerminationPatience };
            return await parsed.InvokeAsync(invocation, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is BrokerSettingException or BadArgumentException)
        {
            await Console.Error.WriteLineAsync(error.Message).ConfigureAwait(false);
            return ExitCode.BadArguments;
        }
        catch (Exception error) when (error is BrokerException or ServerException or IOException or UnauthorizedAccessException)
        {
            await Console.Error.WriteLineAsync(error.Message).ConfigureAwait(false);
            return ExitCode.Failure;
        }
    }

    private static RootCommand CreateRoot() => new("Tells which messaging system carries a workload best, with proof of what arrived.")
    {
        BenchCommand.Create(),
        BrokersCommand.Create(),
        UpCommand.Create(),
        DownCommand.Create(),
        ReportCommand.Create(),
        GeocodeCommand.Create(),
        WorkerCommand.Create(),
        LoadCommand.Create(),
        MicroCommand.Create(),
    };

    private static int Refuse(ParseResult parsed)
    {
        foreach (var error in parsed.Errors) Console.Error.WriteLine(error.Message + Suggestion(parsed, error));
        return ExitCode.BadArguments;
    }

    private static string Suggestion(ParseResult parsed, ParseError error)
    {
        // The parser reports a misspelt option or command as an unmatched token.
        var token = parsed.UnmatchedTokens.FirstOrDefault(t => error.Message.Contains($"'{t}'", StringComparison.Ordinal));
        if (token is null) return "";
        var command = parsed.CommandResult.Command;
        var names = command.Options.SelectMany(o => o.Aliases.Append(o.Name)).Concat(command.Subcommands.Where(c => !c.Hidden).Select(c => c.Name));
        return Brokers.Drivers.NearestName.Hint(token, names.Where(n => n.StartsWith('-') == token.StartsWith('-')));
    }
}
