using System.CommandLine;
using GameLicenseExample.Keys;
using GameLicenseExample.Serving;
using Genie.Brokers;
using Genie.Extensions.Genius.Licences;
using Genie.Genuine.Identities;

namespace GameLicenseExample.Commands;

/// <summary><c>revoke</c>: takes a machine's licence back from the server that runs in a folder.</summary>
internal sealed class RevokeCommand
{
    private const string Name = "revoke";
    private readonly Option<string?> _machine = new("--machine") { Description = "The machine's key, as the live page shows it; by default the machine of the folder.", HelpName = "KEY" };
    private readonly Option<string> _reason = new("--reason") { Description = "Why; the machine receives it", HelpName = "TEXT", DefaultValueFactory = _ => "by an administrator" };
    private readonly Option<string> _folder = new("--folder") { Description = "The folder of the running server: its administrator's key is there", HelpName = "DIR", DefaultValueFactory = _ => GameArguments.DefaultFolder };

    private RevokeCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var revoke = new RevokeCommand();
        var command = new Command(Name, "Takes a machine's licence back: its next play is refused. Exit code 4: it has none that is in force.") { revoke._machine, revoke._reason, revoke._folder };
        command.SetAction((parsed, cancellationToken) => GameErrors.RunAsync(() => revoke.RunAsync(parsed, cancellationToken), parsed.InvocationConfiguration.Error, cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var folder = parsed.GetValue(_folder)!;
        var machine = ReadMachine(parsed.GetValue(_machine), folder);
        var address = ServerAddress.ReadRunning(folder);
        using var administrator = KeyFile.OpenOrCreate(LicenceServer.AdministratorKeyIn(folder));
        await using var broker = GameBrokers.Create(address.Broker, address.Url);
        await using var connection = await GameErrors.AskFirstAsync(() => broker.ConnectAsync(LicenceServer.ChannelOf(address.Server), new ConnectionOptions(), cancellationToken).AsTask()).ConfigureAwait(false);
        var isRevoked = await GameErrors.AskFirstAsync(() => new LicenceAdministrator(connection, administrator, address.Server).RevokeAsync(machine, parsed.GetValue(_reason)!, cancellationToken)).ConfigureAwait(false);
        await parsed.InvocationConfiguration.Output.WriteLineAsync($"{(isRevoked ? "revoked" : "not in force")} {machine}").ConfigureAwait(false);
        return isRevoked ? GameExitCode.Accepted : GameExitCode.Denied;
    }

    private static PublicIdentity ReadMachine(string? key, string folder)
    {
        if (key is not null) return GameArguments.ReadKey("--machine", key);
        var path = Path.Combine(folder, GameProgram.KeyName);
        if (!File.Exists(path)) throw new GameArgumentException($"Which machine? No game has been played in {folder}: name its key with --machine KEY.");
        using var machine = KeyFile.OpenOrCreate(path);
        return machine.Public;
    }
}
