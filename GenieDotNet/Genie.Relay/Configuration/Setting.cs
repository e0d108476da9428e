namespace Genie.Relay.Configuration;

/// <summary>One setting, under its name in the file; in the environment it has the same words in capitals, with underscores.</summary>
/// <param name="Key">Section and name: <c>server.port</c>.</param>
/// <param name="Apply">Reads a value into options; its FormatException says what is wrong.</param>
internal sealed record Setting(string Key, Func<RelayOptions, SettingValue, RelayOptions> Apply)
{
    /// <summary>The environment's variable: <c>SERVER_PORT</c>.</summary>
    public string Variable { get; } = Key.Replace('.', '_').ToUpperInvariant();

    /// <summary>The file's section: <c>server</c>.</summary>
    public string Section => Key[..Key.IndexOf('.', StringComparison.Ordinal)];

    /// <summary>The name in its section: <c>port</c>.</summary>
    public string Name => Key[(Section.Length + 1)..];
}
