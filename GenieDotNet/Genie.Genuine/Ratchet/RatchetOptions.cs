using Genie.Genuine.Primitives;

namespace Genie.Genuine.Ratchet;

/// <summary>How a session works. Both sides need the same <see cref="EncryptHeaders"/>.</summary>
public sealed record RatchetOptions
{
    /// <summary>Hide ratchet keys and counters from whoever carries the messages (Double Ratchet, section 4). Off by default: a message grows by 28 bytes and costs one more encryption.</summary>
    public bool EncryptHeaders { get; init; }

    /// <summary>Message keys kept for messages that have not arrived, for the whole session; the oldest are dropped. 2,000 by default, at most 100,000.</summary>
    public int MaxSkippedKeys { get; init; } = 2_000;

    /// <summary>How many messages one message may skip; a larger jump is refused. 25,000 by default.</summary>
    public int MaxJump { get; init; } = 25_000;

    /// <summary>Who computes; the fastest that this machine has by default.</summary>
    public ICryptoProvider Provider { get; init; } = CryptoProviders.Best;

    internal void Validate()
    {
        ArgumentOutOfRangeException.ThrowIfNegative(MaxSkippedKeys);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(MaxSkippedKeys, 100_000);
        ArgumentOutOfRangeException.ThrowIfNegative(MaxJump);
    }
}
