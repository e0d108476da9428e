using System.CommandLine;
using System.Diagnostics;
using Genie.Benchmarks.Agents;
using Genie.Benchmarks.Agents.Enrolment;
using Genie.Benchmarks.Agents.Identity;
using Genie.Benchmarks.Commands.Secrets;

namespace Genie.Benchmarks.Commands.Agents;

/// <summary><c>genie agents enroll</c>: makes an agent and this machine known to each other.</summary>
internal sealed class AgentsEnrollCommand
{
    /// <summary>Where agents listen unless they are told otherwise.</summary>
    public const int StandardPort = 5099;

    private static readonly TimeSpan RetryDelay = TimeSpan.FromSeconds(1);

    private readonly Argument<string[]> _agents = new("NAME=HOST:PORT") { Description = "What each agent is to be called, and where it listens", Arity = ArgumentArity.OneOrMore };
    private readonly SecretOption<string?> _code = new("--code", SecretText.OfValue) { Description = "The code that the agent printed", HelpName = "CODE" };
    private readonly Option<string?> _codeFile = new("--code-file") { Description = "A file with the code", HelpName = "FILE" };
    private readonly ParsedOption<TimeSpan> _wait = Options.OfDuration("--wait", "How long to try again where an agent cannot be reached yet", "0s", mayBeNone: true);
    private readonly Option<string> _folder = AgentFolderOption.OfController("--folder");

    private AgentsEnrollCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var enroll = new AgentsEnrollCommand();
        var command = new Command("enroll", "Makes an agent and this machine known to each other, by the code that the agent printed. Exit code 1: the agent cannot be reached, or refuses the code.")
        {
            enroll._agents, enroll._code, enroll._codeFile, enroll._wait, enroll._folder,
        };
        command.SetAction(enroll.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var agents = parsed.GetValue(_agents)!.Select(Parse).ToList();
        var code = ReadCode(parsed);
        var folder = parsed.GetValue(_folder)!;
        using var identity = AgentIdentity.Open(folder);
        foreach (var (name, host, port) in agents)
        {
            var agent = await EnrollAsync(name, host, port, code, identity, _wait.Read(parsed), cancellationToken).ConfigureAwait(false);
            PeerBook.OfAgents(folder).Add(agent);
            await parsed.InvocationConfiguration.Output.WriteLineAsync($"Enrolled {name} at {agent.Address}, key {agent.Fingerprint[..16]}.").ConfigureAwait(false);
        }

        return ExitCode.Success;
    }

    private string ReadCode(ParseResult parsed)
    {
        try
        {
            return (parsed.GetValue(_code), parsed.GetValue(_codeFile)) switch
            {
                ({ } code, null) => EnrolmentCode.Normalise(code),
                (null, { } file) => CodeFile.Read(file),
                _ => throw new BadArgumentException("Either --code or --code-file says what the agent's code is."),
            };
        }
        catch (FormatException error)
        {
            throw new BadArgumentException($"--code: {error.Message}", error);
        }
    }

    private static async Task<Peer> EnrollAsync(string name, string host, int port, string code, AgentIdentity identity, TimeSpan wait, CancellationToken cancellationToken)
    {
        var begin = Stopwatch.GetTimestamp();
        while (true)
        {
            try
            {
                return await Enroller.EnrollAsync(name, host, port, code, identity, cancellationToken).ConfigureAwait(false);
            }
            catch (AgentException error) when (error.IsTransient && Stopwatch.GetElapsedTime(begin) < wait)
            {
                await Task.Delay(RetryDelay, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    private static (string Name, string Host, int Port) Parse(string text)
    {
        try
        {
            if (text.Split('=', 2) is not [var name, var place] || name.Length == 0 || name == AgentPlacement.Here || !name.All(character => char.IsAsciiLetterOrDigit(character) || character is '-' or '_'))
                throw new FormatException($"'{text}' is no name with a host, as a=bench-2:{StandardPort}; names consist of letters, digits, - and _, and '{AgentPlacement.Here}' is this machine's.");
            var (host, port) = EndPointText.ParseHost(place);
            return (name, host, port);
        }
        catch (FormatException error)
        {
            throw new BadArgumentException(error.Message, error);
        }
    }
}
