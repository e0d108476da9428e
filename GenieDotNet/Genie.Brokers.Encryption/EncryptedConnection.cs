using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Encryption;

/// <summary>Encrypts what goes through a connection.</summary>
internal sealed class EncryptedConnection(IBrokerConnection inner, PeerSession peer, PayloadLimit limit) : IBrokerConnection
{
    private int _disposed;

    public long LateReplies => inner.LateReplies;

    public async ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        RequireSendable(message.Length);
        if (!peer.TryGet(out var agreed))
        {
            await SendInTurnAsync(message, cancellationToken).ConfigureAwait(false);
            return;
        }

        await inner.SendAsync(agreed.Encrypt(EncryptedMessage.OneWay, message.Span), cancellationToken).ConfigureAwait(false);
    }

    public async ValueTask<Reply> RequestAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        RequireSendable(message.Length);
        PeerSession.Agreed? forgotten = null;
        while (true)
        {
            if (!peer.TryGet(out var agreed) || agreed == forgotten)
            {
                using var turn = await peer.TakeTurnAsync(cancellationToken).ConfigureAwait(false);
                agreed = await peer.AgreeAsync(forgotten, cancellationToken).ConfigureAwait(false);
            }

            var request = agreed.Encrypt(EncryptedMessage.Request, message.Span);
            using var answer = await inner.RequestAsync(request, cancellationToken).ConfigureAwait(false);

            // Anybody between can say that the session is unknown, so it is believed once: the listener may have begun anew.
            if (forgotten is null && answer.Payload.Length == 1 && answer.Payload.Span[0] == EncryptedMessage.UnknownSession)
            {
                forgotten = agreed;
                continue;
            }

            var envelope = await agreed.DecryptAnswerAsync(limit.Broker, request, answer.Payload, cancellationToken).ConfigureAwait(false);
            if (ReplyEnvelope.ReadError(envelope) is { } error) throw error;
            return Reply.Copy(envelope.AsSpan(ReplyEnvelope.HeaderBytes));
        }
    }

    public ValueTask FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        var first = Interlocked.Exchange(ref _disposed, 1) == 0;
        await inner.DisposeAsync().ConfigureAwait(false);
        if (first) peer.Dispose();
    }

    // Messages that came before the agreement leave in the order of their calls, and before those that come after it.
    private async ValueTask SendInTurnAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        ValueTask sending;
        using (await peer.TakeTurnAsync(cancellationToken).ConfigureAwait(false))
        {
            var agreed = await peer.AgreeAsync(null, cancellationToken).ConfigureAwait(false);
            sending = inner.SendAsync(agreed.Encrypt(EncryptedMessage.OneWay, message.Span), cancellationToken);
        }

        await sending.ConfigureAwait(false);
    }

    private void RequireSendable(int payloadBytes)
    {
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, typeof(IBrokerConnection));
        if (limit.TooLarge(payloadBytes) is { } error) throw error;
    }
}
