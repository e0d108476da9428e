namespace Genie.Relay.Configuration;

/// <summary>The configuration is wrong; the message names every mistake, one a line. Not transient.</summary>
public sealed class RelayConfigurationException(IReadOnlyList<ConfigurationMistake> mistakes)
    : RelayException(string.Join('\n', mistakes), isTransient: false)
{
    /// <summary>The mistakes.</summary>
    public IReadOnlyList<ConfigurationMistake> Mistakes { get; } = mistakes;
}
