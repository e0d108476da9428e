using System.Buffers;
using System.Buffers.Binary;
using Genie.Brokers.Encryption.Protocol;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Telemetry;
using Genie.Genuine;
using Genie.Genuine.Identities;
using Genie.Observing;

namespace Genie.Brokers.Encryption.Listening;

/// <summary>A listener's side of one channel: decrypts, hands to the handler what it has not handled yet, encrypts its answer or its error.</summary>
internal sealed class EncryptedHandler(string channel, ListenerMemory memory, EncryptedMessageHandler handler, EncryptionOptions options, ListenOptions listening, RefusedMessages refused, Lazy<PayloadLimit> limit)
{
    private readonly byte[] _letterBinding = RequestFormat.BindingOfLetter(channel);

    public async ValueTask HandleAsync(ReadOnlySequence<byte> sequence, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        var message = sequence.ToArray();
        switch (message.Length == 0 ? 0 : message[0])
        {
            case MessageKind.Hello when message.Length == 1:
                reply.Write(await memory.WelcomeAsync(cancellationToken).ConfigureAwait(false));
                break;
            case MessageKind.Letter:
                await HandleLetterAsync(message, cancellationToken).ConfigureAwait(false);
                break;
            case MessageKind.Request when message.Length > RequestFormat.PrefixSize:
                await HandleRequestAsync(message, reply, cancellationToken).ConfigureAwait(false);
                break;
            default:
                await refused.RefuseAsync(channel, message, new RefusedException(RefusalReason.Unreadable), listening, cancellationToken).ConfigureAwait(false);
                break;
        }
    }

    // Nobody awaits an answer to it, and whoever makes the system ask for one all the same gets nothing.
    private async ValueTask HandleLetterAsync(byte[] message, CancellationToken cancellationToken)
    {
        Claimed claimed;
        try
        {
            claimed = await memory.ChangeAsync(async changes =>
            {
                var (sender, plaintext) = await OpenLetterAsync(message, cancellationToken).ConfigureAwait(false);
                return await ClaimAsync(sender, plaintext, changes, cancellationToken).ConfigureAwait(false);
            }, cancellationToken).ConfigureAwait(false);
        }
        catch (RefusedException refusal)
        {
            await refused.RefuseAsync(channel, message, refusal, listening, cancellationToken).ConfigureAwait(false);
            return;
        }

        try
        {
            await handler(claimed.Message(expectsAnswer: false), new ArrayBufferWriter<byte>(), cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            // Where the system delivers it again, it is handled again.
            await memory.Receipts.ReleaseAsync(claimed.Sender, claimed.Stamp, CancellationToken.None).ConfigureAwait(false);
            throw;
        }
    }

    private async ValueTask<(PublicIdentity Sender, byte[] Plaintext)> OpenLetterAsync(byte[] message, CancellationToken cancellationToken)
    {
        var letter = message.AsMemory(1);
        try
        {
            var opened = await memory.Letters.OpenAsync(letter, _letterBinding, cancellationToken).ConfigureAwait(false);
            return (opened.Sender, opened.Content);
        }
        catch (GenuineException)
        {
            var isKnown = await memory.Letters.KnowsPreKeyAsync(letter, cancellationToken).ConfigureAwait(false);
            throw new RefusedException(isKnown ? RefusalReason.Unreadable : RefusalReason.UnknownSession);
        }
    }

    private async ValueTask HandleRequestAsync(byte[] message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        var session = RequestFormat.ReadSession(message);
        var binding = RequestFormat.Binding(session, channel);
        OpenedRequest? opened = null;
        Claimed? claimed = null;
        RefusedException? refusal = null;
        try
        {
            (opened, claimed, refusal) = await memory.ChangeAsync(async changes =>
            {
                var request = await memory.Sessions.OpenAsync(session, message.AsMemory(RequestFormat.PrefixSize), binding, changes, cancellationToken).ConfigureAwait(false);
                try
                {
                    return (request, await ClaimAsync(request.Sender, request.Plaintext, changes, cancellationToken).ConfigureAwait(false), (RefusedException?)null);
                }
                catch (RefusedException error)
                {
                    // It was read, so the session has moved on and can carry the refusal.
                    return (request, (Claimed?)null, error);
                }
            }, cancellationToken).ConfigureAwait(false);
        }
        catch (RefusedException error)
        {
            refused.Count(channel, error);
            reply.Write(new Refusal(error.Reason, await memory.NameAsync(cancellationToken).ConfigureAwait(false)).Encode(options.Identity, channel, message));
            return;
        }

        if (refusal is not null) refused.Count(channel, refusal);
        var answer = refusal is null ? await AnswerAsync(claimed!, cancellationToken).ConfigureAwait(false) : AnswerFormat.Refused(refusal.Reason);
        reply.Write([MessageKind.Answer]);
        reply.Write(await memory.Sessions.EncryptAsync(opened, answer, RequestFormat.BindingOfAnswer(message), cancellationToken).ConfigureAwait(false));
    }

    private async ValueTask<ReadOnlyMemory<byte>> AnswerAsync(Claimed claimed, CancellationToken cancellationToken)
    {
        var answer = new ArrayBufferWriter<byte>(claimed.Plaintext.Length + 64);
        AnswerFormat.Begin(answer);
        ReplyEnvelope.Begin(answer);
        try
        {
            if (claimed.Stamp.Purpose == MessagePurpose.Count) await CountAsync(claimed, answer, cancellationToken).ConfigureAwait(false);
            else await handler(claimed.Message(expectsAnswer: true), answer, cancellationToken).ConfigureAwait(false);
            if (limit.Value.TooLarge(answer.WrittenCount - AnswerFormat.HeaderSize - ReplyEnvelope.HeaderBytes) is { } tooLarge) throw tooLarge;
        }
        catch (Exception error)
        {
            // Encrypted too: what a handler says of its failure is nobody else's. So whoever dispatches hears of none.
            var failure = new HandlerFailure(error, 1, FailureOutcome.Answered, TimeSpan.Zero);
            BrokerTelemetry.CountFailure(limit.Value.Broker, failure);
            Observers.Tell(listening.HandlerFailed, nameof(ListenOptions.HandlerFailed), failure);
            answer.ResetWrittenCount();
            AnswerFormat.Begin(answer);
            ReplyEnvelope.WriteError(answer, error);
        }

        return answer.WrittenMemory;
    }

    private async ValueTask CountAsync(Claimed claimed, ArrayBufferWriter<byte> answer, CancellationToken cancellationToken)
    {
        var unhandled = await memory.Receipts.CountUnhandledAsync(claimed.Sender, claimed.Stamp, cancellationToken).ConfigureAwait(false);
        BinaryPrimitives.WriteUInt64BigEndian(answer.GetSpan(sizeof(ulong)), unhandled);
        answer.Advance(sizeof(ulong));
    }

    /// <summary>Admission, time and receipt of a message whose sender is proved.</summary>
    private async ValueTask<Claimed> ClaimAsync(PublicIdentity sender, byte[] plaintext, List<Genuine.Storage.StateChange> changes, CancellationToken cancellationToken)
    {
        if (!options.Admits(sender)) throw new RefusedException(RefusalReason.NotAdmitted, sender);
        if (!MessageStamp.TryRead(plaintext, out var stamp)) throw new RefusedException(RefusalReason.Unreadable, sender);
        var now = options.Clock.GetUtcNow().ToUnixTimeMilliseconds();
        var latest = now + (long)options.MaxClockSkew.TotalMilliseconds;
        if (stamp.Value.SentAt > latest || stamp.Value.Connection.Created > latest) throw new RefusedException(RefusalReason.TooNew, sender);
        var isTooOld = (stamp.Value.Deadline != 0 && stamp.Value.Deadline < now) || (options.MaxAge is { } age && stamp.Value.SentAt < now - age.TotalMilliseconds);
        if (isTooOld) throw new RefusedException(RefusalReason.TooOld, sender);
        if (stamp.Value.Purpose == MessagePurpose.Count) return new Claimed(sender, stamp.Value, plaintext, 0);
        try
        {
            return new Claimed(sender, stamp.Value, plaintext, await memory.Receipts.ClaimAsync(sender, stamp.Value, changes, cancellationToken).ConfigureAwait(false));
        }
        catch (RefusedException error)
        {
            throw new RefusedException(error.Reason, sender);
        }
    }

    private sealed record Claimed(PublicIdentity Sender, MessageStamp Stamp, byte[] Plaintext, long MissingBefore)
    {
        public ReceivedMessage Message(bool expectsAnswer) => new(
            Sender, new ReadOnlySequence<byte>(Plaintext.AsMemory(MessageStamp.Size)), expectsAnswer, DateTimeOffset.FromUnixTimeMilliseconds(Stamp.SentAt), MissingBefore);
    }
}
