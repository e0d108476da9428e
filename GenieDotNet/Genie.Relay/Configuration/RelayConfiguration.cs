namespace Genie.Relay.Configuration;

/// <summary>Reads a relay's settings: from the environment, else from a YAML file, else the defaults.</summary>
public static class RelayConfiguration
{
    /// <summary>The file that is read where <see cref="PathVariable"/> is not set, if it is there.</summary>
    public const string DefaultFile = "gruf-relay.yml";

    /// <summary>The variable that names another file.</summary>
    public const string PathVariable = "CONFIG_PATH";

    /// <summary>Reads the settings as the process's environment and folder have them.</summary>
    /// <param name="file">A file that must be there; null: the one that <see cref="PathVariable"/> names, or <see cref="DefaultFile"/> if there is one.</param>
    /// <exception cref="RelayConfigurationException">Something is wrong; all of it is named, with its line.</exception>
    public static RelayOptions Load(string? file = null) => Load(file, Environment.GetEnvironmentVariable);

    /// <summary>The same with another environment.</summary>
    internal static RelayOptions Load(string? file, Func<string, string?> variable)
    {
        var named = file ?? (variable(PathVariable) is { Length: > 0 } path ? path : null);
        var source = named ?? DefaultFile;
        if (named is not null && !File.Exists(named))
            throw new RelayConfigurationException([new ConfigurationMistake(file is null ? PathVariable : named, null, $"there is no file '{named}'.")]);
        return Parse(source, File.Exists(source) ? File.ReadAllText(source) : "", variable);
    }

    /// <summary>Reads a text, and the environment over it.</summary>
    internal static RelayOptions Parse(string source, string text, Func<string, string?> variable)
    {
        var yaml = new YamlSettings(source);
        yaml.Read(text);
        var mistakes = yaml.Mistakes.ToList();
        var lines = new Dictionary<string, int>(StringComparer.Ordinal);
        var options = new RelayOptions();
        foreach (var (setting, value, line) in yaml.Values)
        {
            lines[setting.Key] = line;
            options = Apply(setting, value, options, why => mistakes.Add(new ConfigurationMistake(source, line, $"{setting.Key}: {why}")));
        }

        foreach (var setting in SettingTable.All)
        {
            if (variable(setting.Variable) is not { Length: > 0 } value) continue;
            lines.Remove(setting.Key);
            options = Apply(setting, new SettingValue(value), options, why => mistakes.Add(new ConfigurationMistake(setting.Variable, null, why)));
        }

        mistakes.AddRange(SettingRules.FindContradictions(options).Select(found => MistakeOf(found.Key, found.Text, source, lines)));
        return mistakes.Count == 0 ? options : throw new RelayConfigurationException([.. mistakes.OrderBy(mistake => mistake.Line ?? int.MaxValue)]);
    }

    private static ConfigurationMistake MistakeOf(string key, string text, string source, Dictionary<string, int> lines) =>
        lines.TryGetValue(key, out var line)
            ? new ConfigurationMistake(source, line, $"{key}: {text}")
            : new ConfigurationMistake(SettingTable.All.First(setting => setting.Key == key).Variable, null, text);

    private static RelayOptions Apply(Setting setting, SettingValue value, RelayOptions options, Action<string> report)
    {
        try
        {
            return setting.Apply(options, value);
        }
        catch (FormatException error)
        {
            report(error.Message);
            return options;
        }
    }
}
