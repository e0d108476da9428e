namespace Genie.Brokers.Conformance.Laboratory;

/// <summary>What a check needs of the subject.</summary>
public enum LabNeed
{
    /// <summary>A driver.</summary>
    Nothing,

    /// <summary>A server that may be killed and paused.</summary>
    OwnServer,

    /// <summary>A server that is reached through a proxy.</summary>
    Proxy,

    /// <summary>A server that takes any password, and one that does not, reached through a proxy.</summary>
    Passwords,
}
