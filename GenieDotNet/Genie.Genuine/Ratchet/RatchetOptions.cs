using Genie.Genuine.Primitives;

namespace Genie.Genuine.Ratchet;

/// <summary>How a session works. Both sides need the same <see cref="EncryptHeaders"/>.</summary>
public sealed record RatchetOptions
{
    /// <summary>Hide ratchet keys and counters from whoever carries the messages (Double Ratchet, section 4). On by default. In the clear a message is 16 bytes shorter and costs one encryption less, but whoever carries it can forge a header that costs <see cref="MaxJump"/> chain steps.</summary>
    public bool EncryptHeaders { get; init; } = true;

    /// <summary>Message keys kept for messages that have not arrived, for the whole session; the oldest are dropped. 2,000 by default, at most 100,000.</summary>
    public int MaxSkippedKeys { get; init; } = 2_000;

    /// <summary>How many messages one message may skip; a larger jump is refused. 2,000 by default.</summary>
    public int MaxJump { get; init; } = 2_000;

    /// <summary>After this long the key of a message that has not arrived is dropped, when the session is next used or stored. 7 days by default.</summary>
    public TimeSpan MaxSkippedAge { get; init; } = TimeSpan.FromDays(7);

    /// <summary>The clock.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Who computes; the fastest that this machine has by default.</summary>
    public ICryptoProvider Provider { get; init; } = CryptoProviders.Best;

    internal void Validate()
    {
        ArgumentOutOfRangeException.ThrowIfNegative(MaxSkippedKeys);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(MaxSkippedKeys, 100_000);
        ArgumentOutOfRangeException.ThrowIfNegative(MaxJump);
    }
}
