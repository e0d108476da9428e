namespace Genie.Servers.Finding;

/// <summary>How a server may be started.</summary>
public sealed record StartOptions
{
    /// <summary>
    /// For this use alone, on a port where nobody looks for one: the last of the programs that use it so ends it. Default false: on the
    /// standard port where that is free, until <c>genie down</c>.
    /// </summary>
    public bool IsTemporary { get; init; }

    /// <summary>As a process, even where a docker engine answers. Default false.</summary>
    public bool Native { get; init; }
}
