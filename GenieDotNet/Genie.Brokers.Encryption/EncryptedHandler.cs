using System.Buffers;
using Genie.Brokers.Multiplexing;
using Genie.Genuine;
using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption;

/// <summary>A listener's side: decrypts, hands to the handler, encrypts its answer or its error.</summary>
internal sealed class EncryptedHandler(SessionTable sessions, MessageHandler handler, Lazy<PayloadLimit> limit)
{
    public async ValueTask HandleAsync(ReadOnlySequence<byte> sequence, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        var message = sequence.ToArray();
        var kind = message.Length >= EncryptedMessage.HeaderBytes ? message[0] : (byte)0;
        if (kind == EncryptedMessage.Hello)
        {
            await WelcomeAsync(message, reply, cancellationToken).ConfigureAwait(false);
            return;
        }

        if (kind is not (EncryptedMessage.Request or EncryptedMessage.OneWay or EncryptedMessage.Confirm)) throw Refuse(null);
        if (sessions.Find(EncryptedMessage.SessionOf(message)) is not { } session)
        {
            sessions.CountRefused();
            reply.Write([EncryptedMessage.UnknownSession]);
            return;
        }

        var payload = await DecryptAsync(session, kind, message, cancellationToken).ConfigureAwait(false);

        // Nobody awaits an answer to it, and whoever makes the system ask for one all the same must not get it in the clear.
        if (kind == EncryptedMessage.OneWay) await handler(new ReadOnlySequence<byte>(payload), new ArrayBufferWriter<byte>(), cancellationToken).ConfigureAwait(false);
        else await AnswerAsync(session, kind, message, payload, reply, cancellationToken).ConfigureAwait(false);
    }

    private async ValueTask WelcomeAsync(byte[] message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        if (message.Length != EncryptedMessage.HeaderBytes + EncryptedMessage.IdentityBytes) throw Refuse(null);
        PublicIdentity sender;
        try
        {
            sender = new PublicIdentity(message.AsSpan(EncryptedMessage.HeaderBytes));
        }
        catch (GenuineException error)
        {
            throw Refuse(error);
        }

        if (await sessions.AddAsync(sender, cancellationToken).ConfigureAwait(false) is { } added)
            reply.Write(EncryptedMessage.Create(EncryptedMessage.Answered, added.Number, added.Bundle.Encode()));
        else
            reply.Write([EncryptedMessage.NotAdmitted]);
    }

    private async ValueTask<byte[]> DecryptAsync(SessionTable.Session session, byte kind, byte[] message, CancellationToken cancellationToken)
    {
        try
        {
            return await session.Conversation.DecryptAsync(
                message.AsMemory(EncryptedMessage.HeaderBytes), session.Bindings.Of(kind), cancellationToken).ConfigureAwait(false);
        }
        catch (GenuineException error)
        {
            throw Refuse(error);
        }
    }

    private async ValueTask AnswerAsync(
        SessionTable.Session session, byte kind, byte[] request, byte[] payload, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        var answer = new ArrayBufferWriter<byte>(payload.Length + ReplyEnvelope.HeaderBytes + 64);
        ReplyEnvelope.Begin(answer);
        try
        {
            if (kind == EncryptedMessage.Request) await handler(new ReadOnlySequence<byte>(payload), answer, cancellationToken).ConfigureAwait(false);
            if (limit.Value.TooLarge(answer.WrittenCount - ReplyEnvelope.HeaderBytes) is { } tooLarge) throw tooLarge;
        }
        catch (Exception error)
        {
            // Encrypted too: what a handler says of its failure is nobody else's.
            answer.ResetWrittenCount();
            ReplyEnvelope.WriteError(answer, error);
        }

        reply.Write([EncryptedMessage.Answered]);
        reply.Write(session.Conversation.Encrypt(answer.WrittenSpan, EncryptedMessage.BindingOfAnswer(request)));
    }

    private EncryptionException Refuse(Exception? error)
    {
        sessions.CountRefused();
        return new EncryptionException("encryption", "a message was refused", error);
    }
}
