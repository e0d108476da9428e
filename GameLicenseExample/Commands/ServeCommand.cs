using System.CommandLine;
using GameLicenseExample.Serving;

namespace GameLicenseExample.Commands;

/// <summary><c>serve</c>: the licence server on its own.</summary>
internal sealed class ServeCommand
{
    /// <summary>The command's name.</summary>
    public const string Name = "serve";

    /// <summary>The option by which a server ends with its parent.</summary>
    public const string ControlledOption = "--controlled";

    // A process that is told to end has two seconds.
    private static readonly TimeSpan FarewellTime = TimeSpan.FromSeconds(1.5);

    private readonly BrokerOption _broker = new();
    private readonly RuleOptions _rules = new();
    private readonly PageOption _page = new();
    private readonly Option<string> _folder = new("--folder") { Description = "Where its key and its events are kept", HelpName = "DIR", DefaultValueFactory = _ => GameArguments.DefaultFolder };
    private readonly Option<bool> _controlled = new(ControlledOption) { Description = "Ends when its standard input does." };

    private ServeCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var serve = new ServeCommand();
        var command = new Command(Name, "Grants and denies licences until Ctrl-C; prints its key first, which games must be given.") { serve._folder, serve._controlled };
        serve._broker.AddTo(command);
        serve._rules.AddTo(command);
        serve._page.AddTo(command);
        command.SetAction((parsed, cancellationToken) => GameErrors.RunAsync(() => serve.RunAsync(parsed, cancellationToken), parsed.InvocationConfiguration.Error, cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var options = new LicenceServerOptions { Folder = GameArguments.ReadFolder(parsed.GetValue(_folder)!), Rules = _rules.Read(parsed), PagePort = _page.Read(parsed) };
        await using var broker = _broker.Create(parsed);
        await using var server = await LicenceServer.StartAsync(options, broker, cancellationToken).ConfigureAwait(false);
        using var address = new ServerAddress(server.Identity, _broker.Read(parsed), _broker.ReadUrl(parsed)).Publish(options.Folder);
        await parsed.InvocationConfiguration.Output.WriteLineAsync(LicenceServerProcess.ReadyLine(server)).ConfigureAwait(false);

        // Reading the console blocks its thread and ignores the token.
        var end = parsed.GetValue(_controlled) ? Task.Run(Console.In.ReadToEnd, CancellationToken.None) : Task.Delay(Timeout.Infinite, CancellationToken.None);
        await end.WaitAsync(cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

        // Ctrl-C on a terminal comes to the game as well: it says that its player leaves, and then ends this one's input.
        if (parsed.GetValue(_controlled)) await end.WaitAsync(FarewellTime, CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return GameExitCode.Accepted;
    }
}
