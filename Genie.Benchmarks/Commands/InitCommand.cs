using System.CommandLine;
using Genie.Benchmarks.Commands.Bench;
using Genie.Benchmarks.Commands.Scenarios;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie init</c>: writes a scenario file to begin with.</summary>
internal static class InitCommand
{
    private const string FileName = "genie.yaml";
    private const string SchemaName = "genie.schema.json";

    private static readonly Argument<string> Name = new("SCENARIO") { Description = $"Which one: {string.Join(", ", BuiltInScenarios.Names)}", DefaultValueFactory = _ => "order-service" };
    private static readonly Option<string> Out = new("--out") { Description = $"The folder that {FileName} and {SchemaName}, by which editors complete it, are written to", HelpName = "DIR", DefaultValueFactory = _ => "." };
    private static readonly Option<bool> Force = new("--force") { Description = "Overwrites a file that is there" };
    private static readonly Option<bool> List = new("--list") { Description = "Only names the scenarios and what they are about" };

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var command = new Command("init") { Name, Out, Force, List };
        command.SetAction(RunAsync);
        return command;
    }

    private static async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var output = parsed.InvocationConfiguration.Output;
        if (parsed.GetValue(List))
        {
            foreach (var name in BuiltInScenarios.Names) await output.WriteLineAsync($"{name,-16} {BuiltInScenarios.DescriptionOf(name)}").ConfigureAwait(false);
            return ExitCode.Success;
        }

        var chosen = parsed.GetValue(Name)!;
        if (!BuiltInScenarios.Names.Contains(chosen)) throw new BadArgumentException($"There is no scenario '{chosen}'.{NearestName.Hint(chosen, BuiltInScenarios.Names)} './genie init --list' names them.");
        var folder = parsed.GetValue(Out)!;
        var file = Path.Combine(folder, FileName);
        if (File.Exists(file) && !parsed.GetValue(Force)) throw new BadArgumentException($"{file} is there already; --force overwrites it.");
        Directory.CreateDirectory(folder);
        await File.WriteAllTextAsync(file, $"# yaml-language-server: $schema={SchemaName}\n{BuiltInScenarios.TextOf(chosen)}", cancellationToken).ConfigureAwait(false);
        await File.WriteAllTextAsync(Path.Combine(folder, SchemaName), ScenarioSchema.Create(BenchCommand.Create()), cancellationToken).ConfigureAwait(false);
        await output.WriteLineAsync($"{file}: {BuiltInScenarios.DescriptionOf(chosen)}").ConfigureAwait(false);
        await output.WriteLineAsync($"Run it: ./genie bench --scenario {file}").ConfigureAwait(false);
        return ExitCode.Success;
    }
}
