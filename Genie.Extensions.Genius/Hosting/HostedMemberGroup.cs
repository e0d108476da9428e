using Genie.Extensions.Genius.Roles;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>A group that the host opens when it starts, and in which it gives up members in time.</summary>
public sealed class HostedMemberGroup
{
    private MemberGroup? _group;

    /// <summary>The group.</summary>
    /// <exception cref="InvalidOperationException">The host has not started yet.</exception>
    public MemberGroup Group
    {
        get => _group ?? throw new InvalidOperationException("The group is opened when the host starts: ask for it after that.");
        internal set => _group = value;
    }
}
