using System.Buffers.Binary;
using Genie.Brokers.Encryption.Protocol;
using Genie.Brokers.Multiplexing;
using Genie.Genuine;

namespace Genie.Brokers.Encryption.Sending;

/// <summary>Encrypts what goes through a connection. Nothing that comes back is believed unless the listener encrypted or signed it for this request.</summary>
internal sealed class EncryptedConnection(IBrokerConnection inner, Peer peer, PayloadLimit limit, EncryptionOptions options) : IEncryptedConnection
{
    private readonly ConnectionName _name = ConnectionName.Generate(options.Clock);
    private long _sent;
    private int _disposed;

    public long LateReplies => inner.LateReplies;

    public async ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        RequireSendable(message.Length);
        if (options.Order == MessageOrder.AsDelivered && TryGet(out var agreed))
        {
            await inner.SendAsync(agreed.SealLetter(NextStamp(), message.Span), cancellationToken).ConfigureAwait(false);
            return;
        }

        // Messages that came before the agreement leave in the order of their calls, and before those that come after it.
        ValueTask sending;
        using (await peer.EnterAsync(cancellationToken).ConfigureAwait(false))
        {
            var current = await AgreeAsync(null, cancellationToken).ConfigureAwait(false);
            sending = inner.SendAsync(current.SealLetter(NextStamp(), message.Span), cancellationToken);
        }

        await sending.ConfigureAwait(false);
    }

    public async ValueTask<Reply> RequestAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        RequireSendable(message.Length);
        var answer = await AskAsync(NextStamp, message, cancellationToken).ConfigureAwait(false);
        return Reply.Copy(answer.Span);
    }

    public async ValueTask<long> CountUnhandledAsync(CancellationToken cancellationToken)
    {
        RequireSendable(0);
        var answer = await AskAsync(CountStamp, default, cancellationToken).ConfigureAwait(false);
        return (long)BinaryPrimitives.ReadUInt64BigEndian(answer.Span);
    }

    public ValueTask FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        var first = Interlocked.Exchange(ref _disposed, 1) == 0;
        await inner.DisposeAsync().ConfigureAwait(false);
        if (first) peer.Dispose();
    }

    private async ValueTask<ReadOnlyMemory<byte>> AskAsync(Func<MessageStamp> createStamp, ReadOnlyMemory<byte> content, CancellationToken cancellationToken)
    {
        var post = await PostAsync(null, null, createStamp, content, cancellationToken).ConfigureAwait(false);
        var answer = await ReadAsync(post, cancellationToken).ConfigureAwait(false);
        if (answer is null)
        {
            // The listener that knows what it handled says that it has not this session: under the same stamp it would know the request again.
            post = await PostAsync(post.Agreed, post.Stamp, createStamp, content, cancellationToken).ConfigureAwait(false);
            answer = await ReadAsync(post, cancellationToken).ConfigureAwait(false);
        }

        return answer ?? throw Unknown("the listener forgot the session twice");
    }

    // What is stamped leaves in the order of its numbers where order is kept; else callers do not wait for each other.
    private async ValueTask<Post> PostAsync(Agreement? former, MessageStamp? again, Func<MessageStamp> createStamp, ReadOnlyMemory<byte> content, CancellationToken cancellationToken)
    {
        if (former is null && options.Order == MessageOrder.AsDelivered && TryGet(out var agreed)) return Begin(agreed, again ?? createStamp(), content, cancellationToken);
        using var entry = await peer.EnterAsync(cancellationToken).ConfigureAwait(false);
        var current = await AgreeAsync(former, cancellationToken).ConfigureAwait(false);
        if (former is not null && !former.Welcome.Memory.AsSpan().SequenceEqual(current.Welcome.Memory)) throw Unknown("the listener has lost its memory");
        return Begin(current, again ?? createStamp(), content, cancellationToken);
    }

    private Post Begin(Agreement agreed, MessageStamp stamp, ReadOnlyMemory<byte> content, CancellationToken cancellationToken)
    {
        var request = agreed.SealRequest(stamp, content.Span);
        return new Post(agreed, stamp, request, inner.RequestAsync(request, cancellationToken));
    }

    /// <returns>The answer's content; null if the listener has not the session, but would know the request again.</returns>
    private async ValueTask<ReadOnlyMemory<byte>?> ReadAsync(Post post, CancellationToken cancellationToken)
    {
        Reply answer;
        try
        {
            answer = await post.Answer.ConfigureAwait(false);
        }
        catch (RemoteHandlerException error)
        {
            throw Unknown("an error that the listener did not encrypt came back", error);
        }

        using (answer)
        {
            if (answer.Payload.Length > 0 && answer.Payload.Span[0] == MessageKind.Answer)
                return Content(await OpenAsync(post, answer.Payload, cancellationToken).ConfigureAwait(false));
            var refusal = Refusal.Decode(answer.Payload.Span, peer.Listener, peer.Channel, post.Request)
                ?? throw Unknown("an answer was refused: it is not the listener's to this request");
            return refusal.Reason switch
            {
                RefusalReason.UnknownSession when refusal.Memory.AsSpan().SequenceEqual(post.Agreed.Welcome.Memory) => null,
                RefusalReason.UnknownSession => await ForgetAsync(post, cancellationToken).ConfigureAwait(false),
                RefusalReason.NotAdmitted => throw new EncryptionException(limit.Broker, RefusalReason.NotAdmitted),
                _ => throw Unknown("the listener could not read the request as it came"),
            };
        }
    }

    private async ValueTask<byte[]> OpenAsync(Post post, ReadOnlyMemory<byte> answer, CancellationToken cancellationToken)
    {
        try
        {
            return await post.Agreed.OpenAnswerAsync(post.Request, answer, cancellationToken).ConfigureAwait(false);
        }
        catch (GenuineException error)
        {
            throw Unknown("an answer was refused: changed on the way, or not to this request", error);
        }
    }

    private ReadOnlyMemory<byte> Content(byte[] answer)
    {
        if (AnswerFormat.ReadRefusal(answer) is { } reason)
        {
            throw reason is RefusalReason.Known or RefusalReason.ForgottenConnection
                ? Unknown("the listener has seen the request before, or forgotten the connection")
                : new EncryptionException(limit.Broker, reason);
        }

        var envelope = answer.AsMemory(AnswerFormat.HeaderSize);
        if (ReplyEnvelope.ReadError(envelope.Span) is { } error) throw error;
        return envelope[ReplyEnvelope.HeaderBytes..];
    }

    // The next request finds a session with the listener as it is now.
    private async ValueTask<ReadOnlyMemory<byte>?> ForgetAsync(Post post, CancellationToken cancellationToken)
    {
        using (await peer.EnterAsync(cancellationToken).ConfigureAwait(false)) await AgreeAsync(post.Agreed, cancellationToken).ConfigureAwait(false);
        throw Unknown("the listener has lost its memory");
    }

    private bool TryGet([System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out Agreement? agreed) => peer.TryGet(out agreed) && !HasExpired(agreed);

    private async ValueTask<Agreement> AgreeAsync(Agreement? former, CancellationToken cancellationToken)
    {
        var agreed = await peer.AgreeAsync(former, cancellationToken).ConfigureAwait(false);
        return HasExpired(agreed) ? await peer.AgreeAsync(agreed, cancellationToken).ConfigureAwait(false) : agreed;
    }

    private bool HasExpired(Agreement agreed) => agreed.Welcome.Bundle.Expires <= options.Clock.GetUtcNow();

    private MessageStamp NextStamp() => Stamp(MessagePurpose.Handle, (ulong)Interlocked.Increment(ref _sent) - 1);

    private MessageStamp CountStamp() => Stamp(MessagePurpose.Count, (ulong)Volatile.Read(ref _sent));

    private MessageStamp Stamp(MessagePurpose purpose, ulong number)
    {
        var now = options.Clock.GetUtcNow();
        return new MessageStamp(purpose, _name, number, now.ToUnixTimeMilliseconds(), options.TimeToLive is { } time ? (now + time).ToUnixTimeMilliseconds() : 0);
    }

    private OutcomeUnknownException Unknown(string what, Exception? error = null) => new(limit.Broker, what, error);

    private void RequireSendable(int payloadBytes)
    {
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, typeof(IBrokerConnection));
        if (limit.TooLarge(payloadBytes) is { } error) throw error;
    }

    private readonly record struct Post(Agreement Agreed, MessageStamp Stamp, byte[] Request, ValueTask<Reply> Answer);
}
