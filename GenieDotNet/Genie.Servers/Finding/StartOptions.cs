namespace Genie.Servers.Finding;

/// <summary>How a server may be started.</summary>
public sealed record StartOptions
{
    /// <summary>Install the Debian packages of the server where it is missing; needs root. Default false.</summary>
    public bool Install { get; init; }

    /// <summary>As a process, even where a docker engine answers. Default false.</summary>
    public bool Native { get; init; }
}
