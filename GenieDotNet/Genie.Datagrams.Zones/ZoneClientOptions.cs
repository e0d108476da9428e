namespace Genie.Datagrams.Zones;

/// <summary>Settings of a zone client.</summary>
public sealed record ZoneClientOptions
{
    /// <summary>The entity that the client is.</summary>
    public required ulong Entity { get; init; }

    /// <summary>Servers to begin with, any of the world's: they know where the others are.</summary>
    public required IReadOnlyList<DatagramAddress> Seeds { get; init; }

    /// <summary>The client holds links to the owners of all zones so near, metres.</summary>
    public double InterestRadiusMetres { get; init; } = 500;

    /// <summary>What servers see in <see cref="ZoneServerOptions.Admit"/> and <see cref="ZoneServerOptions.MayAttach"/>, such as a token.</summary>
    public ReadOnlyMemory<byte> HandshakeData { get; init; }

    /// <summary>How often the client tells where it is and asks, one server after the other, who owns what is near: so a dead owner is noticed. All that answer are asked while the zone of its position has no owner.</summary>
    public TimeSpan RefreshInterval { get; init; } = TimeSpan.FromMilliseconds(200);

    /// <summary>How long a server may take to answer, before another is asked.</summary>
    public TimeSpan CallTimeout { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How long a link is held to what is not near any more, so that one who walks along a border does not connect again and again.</summary>
    public TimeSpan LinkLinger { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>Messages that are not confirmed, at most; further ones are refused.</summary>
    public int MaxPendingMessages { get; init; } = 4_096;

    /// <summary>Of those, the ones that are under way at once.</summary>
    public int MaxMessagesInFlight { get; init; } = 256;

    /// <summary>Told of what went wrong and is tried again. Must not throw.</summary>
    public Action<Exception>? Failed { get; init; }

    /// <summary>The clock. On a simulated network it is the network's.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    internal void Check()
    {
        if (Seeds is not { Count: > 0 }) throw new ArgumentException("A client needs a server to begin with: name at least one in Seeds.", nameof(Seeds));
        ArgumentOutOfRangeException.ThrowIfNegative(InterestRadiusMetres);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(RefreshInterval, TimeSpan.Zero, nameof(RefreshInterval));
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(CallTimeout, TimeSpan.Zero, nameof(CallTimeout));
        ArgumentOutOfRangeException.ThrowIfLessThan(LinkLinger, TimeSpan.Zero, nameof(LinkLinger));
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxPendingMessages, 1, nameof(MaxPendingMessages));
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxMessagesInFlight, 1, nameof(MaxMessagesInFlight));
    }
}
