using System.Text.Json;
using Genie.Servers;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>What may happen to a server's process.</summary>
internal enum ServerStep
{
    /// <summary>It is killed, as a crash would (SIGKILL).</summary>
    KillServer,

    /// <summary>It is shut down gracefully.</summary>
    StopServer,

    /// <summary>It is started again on its data, if it is down.</summary>
    StartServer,

    /// <summary>It stands still (SIGSTOP): it accepts connections and does nothing with them.</summary>
    PauseServer,

    /// <summary>It goes on (SIGCONT).</summary>
    ContinueServer,
}

/// <summary>Words and deeds of <see cref="ServerStep"/>.</summary>
internal static class ServerSteps
{
    private static readonly Dictionary<string, ServerStep> ByWord = Enum.GetValues<ServerStep>().ToDictionary(step => JsonNamingPolicy.KebabCaseLower.ConvertName(step.ToString()));

    /// <summary>How they are asked for: <c>kill-server</c>.</summary>
    public static IReadOnlyCollection<string> Words => ByWord.Keys;

    /// <summary>The step of a word; null for another word.</summary>
    public static ServerStep? Find(string word) => ByWord.TryGetValue(word, out var step) ? step : null;

    /// <summary>Does it to a server.</summary>
    /// <exception cref="ServerException">It does not start again.</exception>
    public static Task ApplyAsync(this ServerStep step, OwnServer server, CancellationToken cancellationToken)
    {
        switch (step)
        {
            case ServerStep.KillServer: return server.KillAsync();
            case ServerStep.StopServer: return server.StopAsync();
            case ServerStep.StartServer: return server.StartAgainAsync(cancellationToken);
            default:
                if (!server.IsDown) server.Pause(step == ServerStep.PauseServer);
                return Task.CompletedTask;
        }
    }
}
