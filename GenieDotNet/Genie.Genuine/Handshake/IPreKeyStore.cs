namespace Genie.Genuine.Handshake;

/// <summary>Where the private halves of prekeys are kept between bundle and first message. Safe for concurrent callers.</summary>
public interface IPreKeyStore
{
    /// <summary>Keeps a signed prekey.</summary>
    ValueTask AddSignedAsync(StoredPreKey preKey, CancellationToken cancellationToken);

    /// <summary>The signed prekey made last, or null.</summary>
    ValueTask<StoredPreKey?> LatestSignedAsync(CancellationToken cancellationToken);

    /// <summary>The signed prekey with that number, or null.</summary>
    ValueTask<StoredPreKey?> FindSignedAsync(uint id, CancellationToken cancellationToken);

    /// <summary>Forgets the signed prekeys made before that time, with what was remembered of their use.</summary>
    ValueTask RemoveSignedBeforeAsync(DateTimeOffset time, CancellationToken cancellationToken);

    /// <summary>Keeps a one-time prekey; of more than <paramref name="capacity"/> the oldest is forgotten.</summary>
    ValueTask AddOneTimeAsync(StoredPreKey preKey, int capacity, CancellationToken cancellationToken);

    /// <summary>The one-time prekey with that number, or null.</summary>
    ValueTask<StoredPreKey?> FindOneTimeAsync(uint id, CancellationToken cancellationToken);

    /// <summary>
    /// Uses prekeys up, in one step: forgets the one-time prekey and remembers the initiator's ephemeral key for as long as the
    /// signed prekey lives. False, with nothing changed, if either was used before: then the first message is a replay. Stores bound what they remember and refuse beyond that.
    /// </summary>
    /// <param name="signedId">The signed prekey's number.</param>
    /// <param name="oneTimeId">The one-time prekey's number; 0 for none.</param>
    /// <param name="ephemeralKey">The initiator's ephemeral key, 32 bytes.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    ValueTask<bool> TryConsumeAsync(uint signedId, uint oneTimeId, ReadOnlyMemory<byte> ephemeralKey, CancellationToken cancellationToken);
}
