using System.CommandLine;
using System.CommandLine.Parsing;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands.Scenarios;

/// <summary>
/// Puts what a scenario file says behind what the command line says. The command line takes precedence: an option that it gives is not taken from the file, and systems
/// that it names take the place of the file's.
/// </summary>
internal static class ScenarioArguments
{
    /// <summary>The option that names the file.</summary>
    public const string OptionName = "--scenario";

    /// <summary>Options that cannot stand in a file.</summary>
    private static readonly IReadOnlyList<string> Excluded = [OptionName, "--help", "--version"];

    /// <summary>Options that name a file to read, which is looked for beside the scenario.</summary>
    private static readonly IReadOnlyList<string> Inputs = ["--payload-file", "--duckdb"];

    /// <summary>Options that stand for each other: where the command line gives one, the file's other is not taken.</summary>
    private static readonly IReadOnlyList<IReadOnlyList<string>> Alternatives = [["--payload", "--payload-file"]];

    /// <summary>The command line with what the file adds; as it is where no file is named.</summary>
    /// <param name="arguments">The command's name first.</param>
    /// <param name="parse">Parses a command line.</param>
    /// <exception cref="BadArgumentException">What is wrong in the file, each mistake with its line.</exception>
    public static IReadOnlyList<string> Expand(IReadOnlyList<string> arguments, Func<IReadOnlyList<string>, ParseResult> parse)
    {
        var parsed = parse(arguments);
        var command = parsed.CommandResult.Command;
        if (command.Options.FirstOrDefault(option => option.Name == OptionName) is not Option<string?> scenario
            || CommandLine.FindErrors(parsed).Count > 0 || parsed.GetValue(scenario) is not { } path)
            return arguments;
        var (added, mistakes) = (new List<string>(), new List<string>());
        foreach (var entry in ScenarioFile.Read(path).Entries)
        {
            var (converted, mistake) = Convert(command, entry, path);
            if (mistake is not null) mistakes.Add($"{path}:{entry.Line}: {mistake}");
            foreach (var (argument, line) in converted)
            {
                // Alone, so that what is wrong with it is this line's.
                mistakes.AddRange(CommandLine.FindErrors(parse([command.Name, argument])).Select(error => $"{path}:{line}: {error}"));
                if (!IsGiven(parsed, entry.Key)) added.Add(argument);
            }
        }

        return mistakes.Count == 0 ? [.. arguments, .. added] : throw new BadArgumentException(string.Join(Environment.NewLine, mistakes));
    }

    /// <summary>The options of a command that a file may have.</summary>
    public static IEnumerable<Option> OptionsOf(Command command) => command.Options.Where(option => !option.Hidden && !Excluded.Contains(option.Name));

    private static (IReadOnlyList<(string Argument, int Line)> Arguments, string? Mistake) Convert(Command command, ScenarioEntry entry, string path)
    {
        if (entry.Key == ScenarioFile.Systems) return ConvertSystems(entry);
        if (OptionsOf(command).FirstOrDefault(option => option.Name == $"--{entry.Key}") is not { } option) return ([], DescribeUnknown(command, entry.Key));
        if (entry.Values.Count == 0) return ([], $"{entry.Key}: a value is expected; without the line, the default holds.");
        if (option.ValueType == typeof(bool)) return ConvertFlag(option, entry);
        if (option.ValueType == typeof(int[])) return ([($"{option.Name}={string.Join(',', entry.Values.Select(value => value.Text))}", entry.Line)], null);
        if (entry.IsList && !option.ValueType.IsArray) return ([], $"{entry.Key}: one value is expected, no list.");
        return ([.. entry.Values.Select(value => ($"{option.Name}={Resolve(option, value.Text, path)}", value.Line))], null);
    }

    private static (IReadOnlyList<(string Argument, int Line)> Arguments, string? Mistake) ConvertSystems(ScenarioEntry entry)
    {
        if (entry.Values.Count == 0) return ([], "systems: a name is expected; without the line, every system that runs or can be started is measured.");

        // A name that begins like an option, or like a response file, would be taken for one.
        return entry.Values.FirstOrDefault(value => !char.IsAsciiLetter(value.Text[0])) is { } strange
            ? ([], $"systems: '{strange.Text}' is no system's name.") : ([.. entry.Values.Select(value => (value.Text, value.Line))], null);
    }

    private static (IReadOnlyList<(string Argument, int Line)> Arguments, string? Mistake) ConvertFlag(Option option, ScenarioEntry entry) =>
        entry is { IsList: false, Values: [{ Text: "true" or "True" or "TRUE" or "false" or "False" or "FALSE" } value] }
            ? ([($"{option.Name}={value.Text}", value.Line)], null) : ([], $"{entry.Key}: true or false is expected.");

    private static string DescribeUnknown(Command command, string key)
    {
        string[] known = [ScenarioFile.Systems, .. ScenarioFile.Remarks, .. OptionsOf(command).Select(option => option.Name[2..])];
        return $"'{key}' is no setting of '{command.Name}'.{NearestName.Hint(key.TrimStart('-'), known)} 'genie {command.Name} --help' lists them.";
    }

    private static string Resolve(Option option, string text, string path) =>
        Inputs.Contains(option.Name) ? Path.Combine(Path.GetDirectoryName(Path.GetFullPath(path))!, text) : text;

    private static bool IsGiven(ParseResult parsed, string key)
    {
        if (key == ScenarioFile.Systems) return parsed.CommandResult.Children.OfType<ArgumentResult>().Any(argument => argument.Tokens.Count > 0);
        var names = Alternatives.FirstOrDefault(group => group.Contains($"--{key}")) ?? [$"--{key}"];
        return parsed.CommandResult.Children.OfType<OptionResult>().Any(option => names.Contains(option.Option.Name) && !option.Implicit);
    }
}
