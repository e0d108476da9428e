namespace Genie.Genuine.Handshake;

/// <summary>How long prekeys live.</summary>
public sealed record PreKeyOptions
{
    /// <summary>A signed prekey older than this is replaced when the next bundle is made. A week by default.</summary>
    public TimeSpan RotationPeriod { get; init; } = TimeSpan.FromDays(7);

    /// <summary>For how long after its replacement a signed prekey still answers messages under way. Two weeks by default.</summary>
    public TimeSpan GracePeriod { get; init; } = TimeSpan.FromDays(14);

    /// <summary>One-time prekeys waiting for their message; of more the oldest is deleted. 1,000 by default.</summary>
    public int MaxOneTimePreKeys { get; init; } = 1_000;

    /// <summary>The clock.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;
}
