using System.CommandLine;
using GameLicenseExample.Serving;
using Genie.Brokers.InMemory;
using Genie.Genuine.Identities;

namespace GameLicenseExample.Commands;

/// <summary>The program without a command: the game.</summary>
internal sealed class PlayCommand
{
    private readonly PlayOptions _play = new();
    private readonly BrokerOption _broker = new();
    private readonly RuleOptions _rules = new();
    private readonly PageOption _page = new();
    private readonly Option<bool> _local = new("--local") { Description = "Plays offline: server and game in this one process." };
    private readonly Option<string?> _server = new("--server") { Description = "The licence server's key, as it says it when it starts.", HelpName = "KEY" };

    private PlayCommand()
    {
    }

    /// <summary>Makes a command the game.</summary>
    public static void SetUp(Command command)
    {
        var play = new PlayCommand();
        play._play.AddTo(command);
        play._broker.AddTo(command);
        play._rules.AddTo(command);
        play._page.AddTo(command);
        command.Add(play._local);
        command.Add(play._server);
        command.SetAction((parsed, cancellationToken) => GameErrors.RunAsync(() => play.RunAsync(parsed, cancellationToken), parsed.InvocationConfiguration.Error, cancellationToken));
    }

    private Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var plan = _play.Read(parsed);
        if (parsed.GetValue(_local)) return RunLocallyAsync(plan, parsed, cancellationToken);
        return parsed.GetValue(_server) is { } key
            ? RunRemotelyAsync(plan, GameArguments.ReadKey("--server", key), parsed, cancellationToken)
            : throw new GameArgumentException("Which licence server? Name its key with --server KEY, play offline with --local, or start both with the command demo.");
    }

    private async Task<int> RunLocallyAsync(GamePlan plan, ParseResult parsed, CancellationToken cancellationToken)
    {
        await using var broker = new InMemoryBroker(new InMemoryOptions());
        await using var server = await LicenceServer.StartAsync(new LicenceServerOptions { Folder = plan.Folder, Rules = _rules.Read(parsed), PagePort = _page.Read(parsed) }, broker, cancellationToken).ConfigureAwait(false);
        await PageOption.TellAsync(server.Page, server.FeaturesPage, parsed.InvocationConfiguration.Output).ConfigureAwait(false);
        return await GameProgram.PlayAsync(plan, parsed.InvocationConfiguration.Output, broker, server.Identity, cancellationToken).ConfigureAwait(false);
    }

    private async Task<int> RunRemotelyAsync(GamePlan plan, PublicIdentity issuer, ParseResult parsed, CancellationToken cancellationToken)
    {
        await using var broker = _broker.Create(parsed);
        return await GameProgram.PlayAsync(plan, parsed.InvocationConfiguration.Output, broker, issuer, cancellationToken).ConfigureAwait(false);
    }
}
