using System.CommandLine;
using GameLicenseExample.Keys;
using GameLicenseExample.Serving;
using Genie.Brokers;
using Genie.Extensions.Genius.Licences;
using Genie.Genuine.Identities;

namespace GameLicenseExample.Commands;

/// <summary><c>revocations</c>: asks the server that runs in a folder for its signed list of the licences that it took back.</summary>
internal sealed class RevocationsCommand
{
    private const string Name = "revocations";
    private readonly Argument<string> _file = new("FILE") { Description = "Where the list goes, for the command licence with --revocations" };
    private readonly Option<string> _folder = new("--folder") { Description = "The folder of the running server", HelpName = "DIR", DefaultValueFactory = _ => GameArguments.DefaultFolder };

    private RevocationsCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var revocations = new RevocationsCommand();
        var command = new Command(Name, "Asks the running server for its signed list of licences that it took back, so that others can check licences without it.") { revocations._file, revocations._folder };
        command.SetAction((parsed, cancellationToken) => GameErrors.RunAsync(() => revocations.RunAsync(parsed, cancellationToken), parsed.InvocationConfiguration.Error, cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var (file, address) = (parsed.GetValue(_file)!, ServerAddress.ReadRunning(parsed.GetValue(_folder)!));
        using var anybody = IdentityKeyPair.Generate();
        await using var broker = GameBrokers.Create(address.Broker, address.Url);
        await using var connection = await GameErrors.AskFirstAsync(() => broker.ConnectAsync(LicenceServer.ChannelOf(address.Server), new ConnectionOptions(), cancellationToken).AsTask()).ConfigureAwait(false);
        var list = await GameErrors.AskFirstAsync(() => new LicenceClient(connection, anybody, address.Server).ReadRevocationsAsync(cancellationToken)).ConfigureAwait(false);
        DocumentFile.Write(file, list.Document.Span);
        await parsed.InvocationConfiguration.Output.WriteLineAsync($"{list.Count} revoked, number {list.Number}, good until {list.NextAt:u}: {file}").ConfigureAwait(false);
        return GameExitCode.Accepted;
    }
}
