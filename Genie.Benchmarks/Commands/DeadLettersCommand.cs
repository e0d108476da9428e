using System.CommandLine;
using Genie.Benchmarks.Commands.DeadLetters;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie dead-letters</c>: messages that could not be handled, as Genie.Messaging keeps them.</summary>
internal static class DeadLettersCommand
{
    /// <summary>The command.</summary>
    public static Command Create() => new("dead-letters")
    {
        new DeadLettersListCommand().Create(),
        new DeadLettersActCommand("replay", "Sends dead letters to their channel again, and removes each once that is confirmed.", "sent again", (letters, count, quiet, token) => letters.ReplayAsync(count, quiet, token)).Create(),
        new DeadLettersActCommand("remove", "Removes dead letters for good.", "removed", (letters, count, quiet, token) => letters.RemoveAsync(count, quiet, token)).Create(),
    };
}
