using System.CommandLine;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Reporting;
using Genie.Brokers.Conformance.Laboratory;
using Genie.Brokers.Drivers;
using Genie.Servers;

namespace Genie.Benchmarks.Commands.Lab;

/// <summary><c>genie lab</c>: every driver, and the official client beside it, in bad weather.</summary>
internal sealed class LabCommand
{
    private readonly Argument<string[]> _systems = new("SYSTEM") { Description = $"Messaging systems; by default every one whose server can be started here: {string.Join(", ", Known)}.", Arity = ArgumentArity.ZeroOrMore };
    private readonly ParsedOption<string> _client = Options.OneOf("--client", "Which client libraries", "all", "wire", "official");
    private readonly Option<string[]> _checks = new("--check") { Description = "Only checks whose name contains it. May be given again.", HelpName = "NAME", DefaultValueFactory = _ => [] };
    private readonly ParsedOption<TimeSpan> _duration = Options.OfDuration("--duration", "How long a fault lasts", "3s");
    private readonly ParsedOption<long> _seed = Options.OfCount("--seed", "What is drawn by lot follows from it", "1");
    private readonly Option<bool> _list = new("--list") { Description = "Only names the checks and what happens in them." };
    private readonly Option<bool> _install = new("--install") { Description = Installation.Description };
    private readonly Option<string?> _json = new("--json") { Description = "One JSON object a line, in a file, or in place of the table.", HelpName = "FILE", Arity = ArgumentArity.ZeroOrOne };
    private readonly Option<string?> _picture = new("--picture") { Description = "Draws the matrix of drivers and checks, an SVG image.", HelpName = "FILE" };
    private readonly Option<string[]> _read = new("--read") { Description = "Runs nothing: sums up what earlier runs wrote with --json, as a Markdown table. May be given again.", HelpName = "FILE", DefaultValueFactory = _ => [] };
    private readonly BrokerOptions _settings = new();

    private LabCommand()
    {
    }

    private static IEnumerable<string> Known => DriverCatalogue.Usual.Except(DriverCatalogue.References);

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var lab = new LabCommand();
        var command = new Command("lab") { lab._systems, lab._client, lab._checks, lab._duration, lab._seed, lab._list, lab._install, lab._json, lab._picture, lab._read };
        lab._settings.AddTo(command);
        command.SetAction(lab.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var named = NamedSystems(parsed, out var file);
        var checks = ChecksOf(parsed.GetValue(_checks)!);
        if (parsed.GetValue(_list)) return List(checks, parsed.InvocationConfiguration.Output);
        if (parsed.GetValue(_read) is { Length: > 0 } files) return await SumUpAsync(LabRow.Read(files), parsed).ConfigureAwait(false);
        var systems = named.Count > 0 ? named : [.. Known];
        var drivers = systems.SelectMany(system => DriversOf(system, _client.Read(parsed)!, named.Contains(system))).ToArray();
        var settings = _settings.Read(parsed, systems);
        var needed = drivers.SelectMany(driver => DriverTarget.ServerOf(driver, settings[driver.Broker].ToDictionary())).Distinct().ToArray();
        var notInstalled = parsed.GetValue(_install) ? await Installation.RunAsync(systems, needed, options: null, parsed.InvocationConfiguration.Error, cancellationToken).ConfigureAwait(false) : Installation.None;
        var output = new LabOutput(parsed.InvocationConfiguration.Output, parsed.GetResult(_json) is { Implicit: false }, file);
        await using (output.ConfigureAwait(false))
        {
            var hasFailed = false;
            foreach (var driver in drivers)
            {
                try
                {
                    hasFailed |= !await TryDriverAsync(driver, LabSettings.Of(driver.Broker, settings[driver.Broker]), checks, parsed, notInstalled, output, cancellationToken).ConfigureAwait(false);
                }
                catch (ServerException error)
                {
                    await LabOutput.LeaveOutAsync(driver, error.Message, parsed.InvocationConfiguration.Error).ConfigureAwait(false);
                    hasFailed |= named.Contains(driver.Broker);
                }
            }

            await DrawAsync(output.Rows, parsed).ConfigureAwait(false);
            return hasFailed ? ExitCode.Failure : ExitCode.Success;
        }
    }

    // A file's name is optional: what follows --json may be the first system.
    private IReadOnlyList<string> NamedSystems(ParseResult parsed, out string? file)
    {
        var named = parsed.GetValue(_systems)!;
        file = parsed.GetValue(_json);
        if (file is not null && DriverCatalogue.Brokers.Contains(file))
        {
            named = [file, .. named];
            file = null;
        }

        foreach (var system in named) _ = DriverCatalogue.Of(system);
        return [.. named.Distinct()];
    }

    private static IBrokerDriver[] DriversOf(string system, string client, bool isNamed)
    {
        var drivers = DriverCatalogue.Of(system).Where(driver => !DriverCatalogue.IsStandIn(driver) && (client == "all" || (driver.Client == "wire") == (client == "wire"))).ToArray();
        return drivers.Length > 0 || !isNamed ? drivers
            : throw new BadArgumentException($"{system} has no {(client == "all" ? "client" : $"{client} client")} that was built; './genie brokers' names missing packages.");
    }

    private static IReadOnlyList<LabCheck> ChecksOf(string[] names)
    {
        var unknown = names.FirstOrDefault(name => !LabSuite.All.Any(check => check.Name.Contains(name, StringComparison.Ordinal)));
        if (unknown is not null) throw new BadArgumentException($"There is no check '{unknown}'.{NearestName.Hint(unknown, LabSuite.All.Select(check => check.Name))} './genie lab --list' names them.");
        return [.. LabSuite.All.Where(check => names.Length == 0 || names.Any(name => check.Name.Contains(name, StringComparison.Ordinal)))];
    }

    private static int List(IReadOnlyList<LabCheck> checks, TextWriter output)
    {
        foreach (var check in checks) output.WriteLine($"{check.Name,-22} {check.Description}");
        return ExitCode.Success;
    }

    private async Task<int> SumUpAsync(IReadOnlyList<LabRow> rows, ParseResult parsed)
    {
        await parsed.InvocationConfiguration.Output.WriteLineAsync(LabSummary.Create(rows)).ConfigureAwait(false);
        await DrawAsync(rows, parsed).ConfigureAwait(false);
        return ExitCode.Success;
    }

    private Task DrawAsync(IReadOnlyList<LabRow> rows, ParseResult parsed) =>
        parsed.GetValue(_picture) is { } picture ? OutputFile.WriteAsync(picture, LabPicture.Draw(rows), CancellationToken.None) : Task.CompletedTask;

    /// <returns>False if a check did not hold that must.</returns>
    private async Task<bool> TryDriverAsync(
        IBrokerDriver driver, IReadOnlyDictionary<string, string> settings, IReadOnlyList<LabCheck> checks, ParseResult parsed,
        IReadOnlyDictionary<string, string> notInstalled, LabOutput output, CancellationToken cancellationToken)
    {
        var (duration, seed) = (_duration.Read(parsed), (int)_seed.Read(parsed));
        await using var target = await DriverTarget.PrepareAsync(driver, settings, notInstalled, cancellationToken).ConfigureAwait(false);
        await output.BeginAsync(driver, target.Server).ConfigureAwait(false);

        // What libraries make once and keep is no leak of the first check's.
        await LabRunner.RunAsync(LabSuite.WarmUp, target.Subject, TimeSpan.FromSeconds(1), seed, cancellationToken).ConfigureAwait(false);
        var holds = true;
        foreach (var check in checks)
        {
            var result = await LabRunner.RunAsync(check, target.Subject, duration, seed, cancellationToken).ConfigureAwait(false);
            holds &= LabRules.FailuresThatCount(driver, result).Count == 0;
            await output.EndAsync(driver, result).ConfigureAwait(false);
        }

        await output.EndAsync(driver).ConfigureAwait(false);
        return holds;
    }
}
