namespace Genie.Brokers.Links;

/// <summary>What became of a link that had been open.</summary>
public enum LinkState
{
    /// <summary>It ended without being asked to; the next session is being opened.</summary>
    Lost,

    /// <summary>An attempt to restore it failed; another follows.</summary>
    Reconnecting,

    /// <summary>The server refuses to restore it (wrong password, untrusted certificate); it is asked again slowly.</summary>
    Refused,

    /// <summary>It is there again.</summary>
    Restored,

    /// <summary>It was closed while it was away.</summary>
    Closed,
}
