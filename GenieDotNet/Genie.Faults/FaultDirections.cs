namespace Genie.Faults;

/// <summary>Whose bytes a fault is about.</summary>
[Flags]
public enum FaultDirections
{
    /// <summary>Nobody's.</summary>
    None = 0,

    /// <summary>What clients send.</summary>
    ToServer = 1,

    /// <summary>What the server sends.</summary>
    ToClient = 2,

    /// <summary>All.</summary>
    Both = ToServer | ToClient,
}
