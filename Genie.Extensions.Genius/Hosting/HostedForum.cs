using Genie.Extensions.Genius.Roles;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>A forum that the host opens when it starts, and in which it gives up members in time.</summary>
public sealed class HostedForum
{
    private Forum? _forum;

    /// <summary>The forum.</summary>
    /// <exception cref="InvalidOperationException">The host has not started yet.</exception>
    public Forum Forum
    {
        get => _forum ?? throw new InvalidOperationException("The forum is opened when the host starts: ask for it after that.");
        internal set => _forum = value;
    }
}
