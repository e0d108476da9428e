using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace Genie.Benchmarks.Commands.Crash;

/// <summary>A command's help without the argument of the command above it, which it does not take.</summary>
internal sealed class OwnHelp(Argument argument) : SynchronousCommandLineAction
{
    private readonly HelpAction _help = new();

    /// <summary>Gives a command help of its own.</summary>
    public static void AddTo(Command command, Argument argument) => command.Add(new HelpOption { Action = new OwnHelp(argument) });

    /// <inheritdoc/>
    public override int Invoke(ParseResult parseResult)
    {
        argument.Hidden = true;
        return _help.Invoke(parseResult);
    }
}
