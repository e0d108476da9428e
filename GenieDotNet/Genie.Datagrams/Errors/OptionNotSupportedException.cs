namespace Genie.Datagrams;

/// <summary>An endpoint was to be opened with a setting that its transport cannot honour; nothing was opened.</summary>
/// <param name="transport">The transport's name.</param>
/// <param name="option">The setting's name.</param>
/// <param name="advice">What to do instead, as a sentence.</param>
public sealed class OptionNotSupportedException(string transport, string option, string advice)
    : DatagramException($"The transport {transport} cannot honour {option}. {advice}", isTransient: false)
{
    /// <summary>The setting's name.</summary>
    public string Option { get; } = option;
}
