using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;

namespace Genie.Relay.Configuration;

/// <summary>Reads the file: each setting's value with its line, and what is wrong.</summary>
internal sealed class YamlSettings(string source)
{
    private readonly List<ConfigurationMistake> _mistakes = [];
    private readonly List<(Setting Setting, SettingValue Value, int Line)> _values = [];

    /// <summary>What is wrong.</summary>
    public IReadOnlyList<ConfigurationMistake> Mistakes => _mistakes;

    /// <summary>The values, in the file's order.</summary>
    public IReadOnlyList<(Setting Setting, SettingValue Value, int Line)> Values => _values;

    /// <summary>Reads a text.</summary>
    public void Read(string text)
    {
        var yaml = new YamlStream();
        try
        {
            yaml.Load(new StringReader(text));
        }
        catch (YamlException error)
        {
            Report((int)error.Start.Line, $"this is no YAML: {error.InnerException?.Message ?? error.Message}");
            return;
        }

        if (yaml.Documents.Count == 0) return;
        if (yaml.Documents.Count > 1) Report(LineOf(yaml.Documents[1].RootNode), "only one document is expected.");
        if (yaml.Documents[0].RootNode is YamlScalarNode { Value: null or "" }) return;
        if (yaml.Documents[0].RootNode is not YamlMappingNode root)
        {
            Report(LineOf(yaml.Documents[0].RootNode), $"sections are expected: {string.Join(", ", SettingTable.Sections)}.");
            return;
        }

        foreach (var (key, value) in root.Children) ReadSection(key, value);
    }

    private void ReadSection(YamlNode key, YamlNode value)
    {
        var section = key.ToString();
        if (!SettingTable.Sections.Contains(section))
        {
            var where = SettingTable.All.Where(setting => setting.Name == section).Select(setting => setting.Section).ToList();
            var hint = where.Count > 0 ? $" It belongs below {string.Join(" or ", where)}, indented." : Nearest.Hint(section, SettingTable.Sections);
            Report(LineOf(key), $"'{section}' is no section.{hint}");
            return;
        }

        if (value is YamlScalarNode { Value: null or "" or "~" or "null" }) return;
        if (value is not YamlMappingNode settings)
        {
            Report(LineOf(value), $"{section}: settings are expected, as in '{SettingTable.All.First(setting => setting.Section == section).Name}: ...'.");
            return;
        }

        foreach (var (name, node) in settings.Children) ReadSetting(section, name, node);
    }

    private void ReadSetting(string section, YamlNode name, YamlNode node)
    {
        var known = SettingTable.All.Where(setting => setting.Section == section).ToList();
        if (known.Find(setting => setting.Name == name.ToString()) is not { } found)
        {
            Report(LineOf(name), $"{section}.{name} is no setting.{Nearest.Hint(name.ToString(), known.Select(setting => setting.Name))}");
            return;
        }

        _values.Add((found, ValueOf(node), LineOf(node)));
    }

    private static SettingValue ValueOf(YamlNode node) => node switch
    {
        YamlSequenceNode list => new SettingValue(null, Items: [.. list.Children.Select(TextOf)]),
        YamlMappingNode mapping => new SettingValue(null, Pairs: mapping.Children.ToDictionary(pair => TextOf(pair.Key), pair => TextOf(pair.Value))),
        _ => new SettingValue(TextOf(node)),
    };

    private static string TextOf(YamlNode node) => (node as YamlScalarNode)?.Value ?? "";

    private static int LineOf(YamlNode node) => (int)node.Start.Line;

    private void Report(int line, string text) => _mistakes.Add(new ConfigurationMistake(source, line, text));
}
