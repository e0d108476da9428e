using System.CommandLine;
using System.Text.Json;
using Genie.Benchmarks.Drivers;
using Genie.Brokers.Conformance;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands.Conformance;

/// <summary><c>genie conformance</c>: the suite that every driver passes, against a server of the user's choice.</summary>
internal sealed class ConformanceCommand
{
    private static readonly JsonSerializerOptions Json = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    private readonly Argument<string> _broker = new("BROKER") { Description = $"The messaging system: {string.Join(", ", DriverCatalogue.Brokers)}." };
    private readonly Option<string?> _client = new("--client") { Description = "wire or official; by default each that was built.", HelpName = "NAME" };
    private readonly Option<string[]> _checks = new("--check") { Description = "Only checks whose name contains it. May be given again.", HelpName = "NAME", DefaultValueFactory = _ => [] };
    private readonly Option<bool> _list = new("--list") { Description = "Only names the checks and what they ask for." };
    private readonly Option<bool> _install = new("--install") { Description = Installation.Description };
    private readonly Option<bool> _json = new("--json") { Description = "One JSON object a line, for programs." };
    private readonly BrokerOptions _settings = new();

    private ConformanceCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var conformance = new ConformanceCommand();
        var command = new Command("conformance")
        {
            conformance._broker, conformance._client, conformance._checks, conformance._list, conformance._install, conformance._json,
        };
        conformance._settings.AddTo(command);
        command.SetAction(conformance.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var broker = parsed.GetValue(_broker)!;
        var drivers = parsed.GetValue(_client) is { } client ? [DriverCatalogue.Find(broker, client)] : DriverCatalogue.Of(broker);
        if (drivers.Count == 0) throw new BadArgumentException($"No client of {broker} was built; './genie brokers' names the missing package.");
        var checks = ChecksOf(parsed.GetValue(_checks)!);
        if (parsed.GetValue(_list)) return List(checks, parsed.InvocationConfiguration.Output);
        var settings = _settings.Read(parsed, [broker])[broker].ToDictionary();
        var notInstalled = parsed.GetValue(_install)
            ? await Installation.RunAsync([broker], [.. drivers.SelectMany(driver => DriverTarget.ServerOf(driver, settings)).Distinct()], options: null, parsed.InvocationConfiguration.Error, cancellationToken).ConfigureAwait(false) : Installation.None;
        var failed = 0;
        foreach (var driver in drivers)
        {
            await using var target = await DriverTarget.PrepareAsync(driver, settings, notInstalled, cancellationToken).ConfigureAwait(false);
            failed += await CheckAsync(target, checks, parsed, cancellationToken).ConfigureAwait(false);
        }

        return failed == 0 ? ExitCode.Success : ExitCode.Failure;
    }

    private static IReadOnlyList<ConformanceCheck> ChecksOf(string[] names)
    {
        var unknown = names.FirstOrDefault(name => !ConformanceSuite.All.Any(check => check.Name.Contains(name, StringComparison.Ordinal)));
        if (unknown is not null) throw new BadArgumentException($"There is no check '{unknown}'.{NearestName.Hint(unknown, ConformanceSuite.All.Select(check => check.Name))}");
        return [.. ConformanceSuite.All.Where(check => names.Length == 0 || names.Any(name => check.Name.Contains(name, StringComparison.Ordinal)))];
    }

    private static int List(IReadOnlyList<ConformanceCheck> checks, TextWriter output)
    {
        foreach (var check in checks) output.WriteLine($"{check.Name,-34} {check.Description}");
        return ExitCode.Success;
    }

    private async Task<int> CheckAsync(DriverTarget target, IReadOnlyList<ConformanceCheck> checks, ParseResult parsed, CancellationToken cancellationToken)
    {
        var output = parsed.InvocationConfiguration.Output;
        var driver = target.Subject.Driver;
        List<ConformanceResult> results = [];
        if (!parsed.GetValue(_json)) await output.WriteLineAsync($"{driver.Broker}, {driver.Client} ({driver.ClientVersion}), {target.Server}").ConfigureAwait(false);
        foreach (var check in checks)
        {
            var result = await ConformanceRunner.RunAsync(check, target.Subject, cancellationToken).ConfigureAwait(false);
            results.Add(result);
            await output.WriteLineAsync(parsed.GetValue(_json) ? Serialize(driver, result) : Line(result)).ConfigureAwait(false);
        }

        var failed = results.Count(result => result.Outcome == ConformanceOutcome.Failed);
        if (!parsed.GetValue(_json))
        {
            var passed = results.Count(result => result.Outcome == ConformanceOutcome.Passed);
            await output.WriteLineAsync($"{passed} passed, {failed} failed, {results.Count - passed - failed} not applicable").ConfigureAwait(false);
        }

        return failed;
    }

    private static string Line(ConformanceResult result)
    {
        var outcome = result.Outcome switch { ConformanceOutcome.Passed => "passed", ConformanceOutcome.Failed => "FAILED", _ => "not applicable" };
        return FormattableString.Invariant($"  {result.Check.Name,-34} {outcome,-14} {result.Elapsed.TotalSeconds,6:0.0} s  {result.Detail}").TrimEnd();
    }

    private static string Serialize(IBrokerDriver driver, ConformanceResult result) => JsonSerializer.Serialize(
        new { driver.Broker, driver.Client, driver.ClientVersion, Check = result.Check.Name, Outcome = JsonNamingPolicy.SnakeCaseLower.ConvertName(result.Outcome.ToString()), result.Detail, result.Elapsed.TotalSeconds },
        Json);
}
