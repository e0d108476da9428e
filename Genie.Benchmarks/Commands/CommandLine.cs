using System.CommandLine;
using System.CommandLine.Parsing;
using System.Data.Common;
using Genie.Benchmarks.Commands.Scenarios;
using Genie.Benchmarks.Commands.Secrets;
using Genie.Brokers;
using Genie.Brokers.Drivers;
using Genie.Datagrams;
using Genie.EventStore;
using Genie.Geocoding;
using Genie.Geocoding.Addresses;
using Genie.Geocoding.DuckDb;
using Genie.Geocoding.Indexing;
using Genie.Geocoding.Maps;
using Genie.Grains;
using Genie.Relay;
using Genie.Relay.Configuration;
using Genie.Servers;

namespace Genie.Benchmarks.Commands;

/// <summary>The <c>genie</c> command: parses, runs, turns errors into messages and exit codes.</summary>
internal static class CommandLine
{
    /// <summary>Runs one invocation.</summary>
    /// <param name="arguments">What stands behind the name of the program.</param>
    /// <param name="streams">What it reads and writes.</param>
    /// <param name="cancellationToken">Ends it early, as a signal does.</param>
    /// <returns>One of <see cref="ExitCode"/>; <see cref="ExitCode.Interrupted"/> where it was ended early.</returns>
    public static async Task<int> RunAsync(IReadOnlyList<string> arguments, CommandStreams streams, CancellationToken cancellationToken)
    {
        try
        {
            var root = CommandTable.CreateRoot(arguments.Count > 0 ? arguments[0] : "");
            var parsed = root.Parse(ScenarioArguments.Expand(arguments, given => root.Parse(given)));
            if (FindErrors(parsed) is { Count: > 0 } errors) return Refuse(errors, streams.Error);
            return await parsed.InvokeAsync(streams, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            await streams.Error.WriteLineAsync("Interrupted.").ConfigureAwait(false);
            return ExitCode.Interrupted;
        }
        catch (Exception error) when (error is BrokerSettingException or BadArgumentException or DuckDbQueryException or RelayConfigurationException)
        {
            await streams.Error.WriteLineAsync(error.Message).ConfigureAwait(false);
            return ExitCode.BadArguments;
        }
        catch (Exception error) when (error is BrokerException or ServerException or IOException or UnauthorizedAccessException or MapFormatException or IndexFormatException or GeocoderUnavailableException or EventStoreException or GrainException or IpFormatException or RelayException or DatagramException or DbException)
        {
            await streams.Error.WriteLineAsync(error.Message.Printable()).ConfigureAwait(false);
            return ExitCode.Failure;
        }
    }

    /// <summary>What is wrong with the arguments, with the nearest names; empty if nothing is.</summary>
    public static IReadOnlyList<string> FindErrors(ParseResult parsed) =>
        FindMisspeltOption(parsed) is { } misspelt ? [misspelt] : [.. parsed.Errors.Where(error => !IsValueOfUnknown(parsed, error)).Select(error => Shown(parsed, error.Message) + Suggestion(parsed, error))];

    private static int Refuse(IReadOnlyList<string> errors, TextWriter writer)
    {
        foreach (var error in errors) writer.WriteLine(error);
        return ExitCode.BadArguments;
    }

    /// <summary>Where a command takes any number of names, a misspelt option looks like one of them.</summary>
    private static string? FindMisspeltOption(ParseResult parsed)
    {
        var values = parsed.CommandResult.Children.OfType<ArgumentResult>().SelectMany(argument => argument.Tokens).Select(token => token.Value);
        return values.FirstOrDefault(value => value.StartsWith("--", StringComparison.Ordinal)) is { } option
            ? $"Unknown option '{SecretText.OfStray(option)}' of '{parsed.CommandResult.Command.Name}'.{Hint(parsed, option)}" : null;
    }

    // Behind an option that the parser does not know it takes the value for one more word that it does not know, and repeats that too.
    private static bool IsValueOfUnknown(ParseResult parsed, ParseError error) =>
        parsed.UnmatchedTokens.Any(IsOption) && parsed.UnmatchedTokens.Any(token => !IsOption(token) && error.Message.Contains($"'{token}'", StringComparison.Ordinal));

    private static bool IsOption(string token) => token.StartsWith("--", StringComparison.Ordinal);

    // The parser repeats what it does not know, with what was meant as its value.
    private static string Shown(ParseResult parsed, string message) =>
        parsed.UnmatchedTokens.Aggregate(message, static (text, token) => text.Replace($"'{token}'", $"'{SecretText.OfStray(token)}'", StringComparison.Ordinal));

    private static string Suggestion(ParseResult parsed, ParseError error)
    {
        // The parser reports a misspelt command or option as an unmatched token.
        var token = parsed.UnmatchedTokens.FirstOrDefault(t => error.Message.Contains($"'{t}'", StringComparison.Ordinal));
        return token is null ? "" : Hint(parsed, token);
    }

    private static string Hint(ParseResult parsed, string token)
    {
        var command = parsed.CommandResult.Command;
        var names = command.Options.SelectMany(option => option.Aliases.Append(option.Name))
            .Concat(command.Subcommands.Where(subcommand => !subcommand.Hidden).Select(subcommand => subcommand.Name));
        return NearestName.Hint(token, names.Where(name => name.StartsWith('-') == token.StartsWith('-')));
    }
}
