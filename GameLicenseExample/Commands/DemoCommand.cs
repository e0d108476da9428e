using System.CommandLine;
using System.Reflection;
using GameLicenseExample.Serving;
using Genie.Genuine.Identities;
using Genie.Servers;

namespace GameLicenseExample.Commands;

/// <summary><c>demo</c>: licence server and game together, in two processes.</summary>
public sealed class DemoCommand
{
    /// <summary>The command's name, in every program that has it.</summary>
    public const string Name = "demo";

    /// <summary>What it does, for the help.</summary>
    public const string Description = "Starts a licence server and a game that asks it for a licence and plays. Exit code 0: accepted, 4: denied.";

    private readonly PlayOptions _play = new();
    private readonly BrokerOption _broker = new();
    private readonly RuleOptions _rules = new();
    private readonly PageOption _page = new();
    private readonly Assembly _program;

    private DemoCommand(Assembly program) => _program = program;

    /// <summary>The command. The server it starts is the same program with <c>demo serve</c>.</summary>
    /// <param name="program">The program, which must know the command by <see cref="Name"/>.</param>
    public static Command Create(Assembly program)
    {
        var demo = new DemoCommand(program);
        var command = new Command(Name, Description);
        demo._play.AddTo(command);
        demo._broker.AddTo(command);
        demo._rules.AddTo(command);
        demo._page.AddTo(command);
        command.Add(ServeCommand.Create());
        command.Add(RevokeCommand.Create());
        command.Add(RevocationsCommand.Create());
        command.Add(LicenceCommand.Create());
        command.SetAction((parsed, cancellationToken) => GameErrors.RunAsync(() => demo.RunAsync(parsed, cancellationToken), parsed.InvocationConfiguration.Error, cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        // What makes no sense is reported before a process is started.
        var (plan, _) = (_play.Read(parsed), _rules.Read(parsed));
        var name = _broker.Read(parsed);
        var url = _broker.ReadUrl(parsed) ?? (name == GameBrokers.Brokerless ? $"tcp://127.0.0.1:{Ports.PickFree()}" : null);
        string[] arguments = [Name, ServeCommand.Name, ServeCommand.ControlledOption, "--folder", plan.Folder, BrokerOption.BrokerName, name, .. url is null ? [] : new[] { BrokerOption.UrlName, url }];

        // The rules are on record from the first start on.
        IEnumerable<string> ArgumentsFor(Uri? page) => page is null ? [.. arguments, .. _rules.ToArguments(parsed), .. _page.ToArguments(parsed)] : [.. arguments, .. PageOption.ToArguments(page.Port)];
        await using var broker = GameBrokers.Create(name, url);
        await using var server = await ServerKeeper.StartAsync(_program, ArgumentsFor, cancellationToken).ConfigureAwait(false);
        await PageOption.TellAsync(server.Page, server.FeaturesPage, parsed.InvocationConfiguration.Output).ConfigureAwait(false);
        return await GameProgram.PlayAsync(plan, parsed.InvocationConfiguration.Output, broker, new PublicIdentity(Convert.FromHexString(server.Key)), cancellationToken).ConfigureAwait(false);
    }
}
