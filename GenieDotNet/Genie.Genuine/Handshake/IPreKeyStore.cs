namespace Genie.Genuine.Handshake;

/// <summary>Where the private halves of prekeys are kept between bundle and first message. What a store is given it copies, and what it gives is a copy: callers zero theirs. Safe for concurrent callers.</summary>
public interface IPreKeyStore
{
    /// <summary>Keeps a signed prekey.</summary>
    ValueTask AddSignedAsync(StoredPreKey preKey, CancellationToken cancellationToken);

    /// <summary>The signed prekey made last, or null.</summary>
    ValueTask<StoredPreKey?> LatestSignedAsync(CancellationToken cancellationToken);

    /// <summary>The signed prekey with that number, or null.</summary>
    ValueTask<StoredPreKey?> FindSignedAsync(uint id, CancellationToken cancellationToken);

    /// <summary>Deletes the signed prekeys made before that time, with what was remembered of their use.</summary>
    ValueTask RemoveSignedBeforeAsync(DateTimeOffset time, CancellationToken cancellationToken);

    /// <summary>Keeps a one-time prekey; of more than <paramref name="capacity"/> the oldest is deleted.</summary>
    ValueTask AddOneTimeAsync(StoredPreKey preKey, int capacity, CancellationToken cancellationToken);

    /// <summary>The one-time prekey with that number, or null.</summary>
    ValueTask<StoredPreKey?> FindOneTimeAsync(uint id, CancellationToken cancellationToken);

    /// <summary>
    /// Uses prekeys up, in one step: deletes the one-time prekey, or without one remembers the initiator's ephemeral key for as long as the
    /// signed prekey lives. False, with nothing changed, if either was used before: then the first message is a replay. Stores bound what they
    /// remember, for each initiator and as a whole, and refuse beyond that.
    /// </summary>
    ValueTask<bool> TryConsumeAsync(PreKeyUse use, CancellationToken cancellationToken);
}
