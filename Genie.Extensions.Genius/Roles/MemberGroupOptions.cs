namespace Genie.Extensions.Genius.Roles;

/// <summary>How a group treats its members.</summary>
public sealed record MemberGroupOptions
{
    /// <summary>A member that is not heard of for so long is taken for dead. Default 30 s.</summary>
    public TimeSpan Lease { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How often a change is decided again because somebody else changed the group first. Default 8.</summary>
    public int ConflictsMax { get; init; } = 8;

    /// <summary>The clock of leases.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;
}
