namespace Genie.Brokers.Hosting.Listening;

/// <summary>A listener that was added to the host's services. Each is one, whatever it has in common with another.</summary>
/// <param name="broker">The broker's name.</param>
/// <param name="channel">The channel's.</param>
/// <param name="options">How messages are taken.</param>
internal sealed class HostedListener(string broker, string channel, ListenOptions options)
{
    /// <summary>The broker's name.</summary>
    public string Broker { get; } = broker;

    /// <summary>The channel's.</summary>
    public string Channel { get; } = channel;

    /// <summary>How messages are taken.</summary>
    public ListenOptions Options { get; } = options;
}
