using Genie.Brokers.Encryption.Protocol;
using Genie.Genuine;
using Genie.Genuine.Conversations;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption.Listening;

/// <summary>Decides whether a request may begin the session that it names, before anything is computed that costs much.</summary>
internal sealed class SessionBeginning(PreKeys preKeys, EncryptionOptions options)
{
    /// <summary>The conversation with whom the message claims to be from; decrypting it proves that.</summary>
    /// <exception cref="RefusedException">It begins none, or not this one, or its sender is not admitted.</exception>
    public async ValueTask<Conversation> ReadAsync(UInt128 session, ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (!FirstMessage.Matches(message.Span)) throw new RefusedException(RefusalReason.UnknownSession);
        if (RequestFormat.SessionOf(message.Span) != session || FirstMessage.OneTimePreKeyId(message.Span) != 0) throw new RefusedException(RefusalReason.Unreadable);
        if (await preKeys.FindAsync(FirstMessage.SignedPreKeyId(message.Span), 0, cancellationToken).ConfigureAwait(false) is not { } found)
            throw new RefusedException(RefusalReason.UnknownSession);
        found.Signed.Zero();
        PublicIdentity sender;
        try
        {
            sender = new PublicIdentity(FirstMessage.Identity(message.Span));
        }
        catch (KeyRefusedException)
        {
            throw new RefusedException(RefusalReason.Unreadable);
        }

        if (!options.Admits(sender)) throw new RefusedException(RefusalReason.NotAdmitted);
        return new Conversation(preKeys, sender, options.Ratchet);
    }

    /// <summary>
    /// Decrypts. A first message may come again after its session was forgotten: its prekey is not used up, for what keeps a request from being
    /// handled twice is the receipt of its stamp.
    /// </summary>
    /// <exception cref="RefusedException">It was changed, or read before in this session.</exception>
    public static async ValueTask<byte[]> DecryptAsync(Conversation conversation, ReadOnlyMemory<byte> message, byte[] binding, CancellationToken cancellationToken)
    {
        try
        {
            return await conversation.DecryptAsync(message, binding, static (_, _) => new ValueTask<bool>(true), cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is GenuineException or ObjectDisposedException)
        {
            throw new RefusedException(RefusalReason.Unreadable);
        }
    }
}
