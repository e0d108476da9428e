using System.CommandLine;
using Genie.Messaging.DeadLetters;

namespace Genie.Benchmarks.Commands.DeadLetters;

/// <summary>A command that takes dead letters away, and says how many.</summary>
/// <param name="name">Its name.</param>
/// <param name="description">What it does.</param>
/// <param name="done">What was done with them, in words.</param>
/// <param name="act">Does it; returns how many.</param>
internal sealed class DeadLettersActCommand(string name, string description, string done, Func<DeadLetterChannel, int, TimeSpan, CancellationToken, Task<int>> act)
{
    private readonly DeadLettersTarget _target = new();

    /// <summary>The command.</summary>
    public Command Create()
    {
        var command = new Command(name, description);
        _target.AddTo(command);
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var count = await _target.UseAsync(parsed, (letters, most, quietTime) => act(letters, most, quietTime, cancellationToken)).ConfigureAwait(false);
        await parsed.InvocationConfiguration.Output.WriteLineAsync($"{count} {done}").ConfigureAwait(false);
        return ExitCode.Success;
    }
}
