namespace Genie.Brokers.Drivers;

/// <summary>One setting of a driver, as help shows it.</summary>
/// <param name="Name">Name on the command line, after the system's and a dot: <c>ping-interval</c>.</param>
/// <param name="Variable">The environment variable.</param>
/// <param name="Type">What its value is.</param>
/// <param name="Default">Value if nothing is said.</param>
public sealed record BrokerSetting(string Name, string Variable, Type Type, object? Default)
{
    /// <summary>What of its value is secret.</summary>
    public SettingSecrecy Secrecy { get; init; }
}
