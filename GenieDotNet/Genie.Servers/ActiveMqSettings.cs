namespace Genie.Servers;

/// <summary>What a classic ActiveMQ broker of one's own differs in from the default.</summary>
public sealed record ActiveMqSettings
{
    /// <summary>A second port, for OpenWire; null for none.</summary>
    public int? OpenWirePort { get; init; }

    /// <summary>The only user who is let in, where <see cref="Password"/> is set.</summary>
    public string User { get; init; } = "genie";

    /// <summary>That user's password; empty (the default) lets anyone on this machine in.</summary>
    public string Password { get; init; } = "";
}
