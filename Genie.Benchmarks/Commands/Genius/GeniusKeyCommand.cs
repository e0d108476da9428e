using System.CommandLine;
using System.Security.Cryptography;
using Genie.Benchmarks.Commands.Genius.Keys;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary><c>genie genius key</c>: a new API key, and what the server's settings have of it.</summary>
internal static class GeniusKeyCommand
{
    private const int KeyBytes = 32;

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var command = new Command("key", "Makes an API key: the key for its user, the hash for the server's settings, which never have the key.");
        command.SetAction(parsed =>
        {
            var key = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(KeyBytes));
            var output = parsed.InvocationConfiguration.Output;
            output.WriteLine($"key     {key}");
            output.WriteLine($"sha256  {ApiKey.HashOf(key)}");
            return ExitCode.Success;
        });
        return command;
    }
}
