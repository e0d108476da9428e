using System.Diagnostics.CodeAnalysis;
using Genie.Genuine;
using Genie.Genuine.Conversations;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption;

/// <summary>A connection's side: agrees with the listener when the first message goes, and anew when the listener has forgotten.</summary>
internal sealed class PeerSession(
    IBrokerConnection connection, string broker, string channel, PreKeys preKeys, PublicIdentity listener, EncryptionOptions options) : IDisposable
{
    private readonly SemaphoreSlim _turns = new(1, 1);
    private Agreed? _agreed;
    private int _waiting;

    /// <summary>The session, if there is one and nobody waits for his turn any more.</summary>
    public bool TryGet([NotNullWhen(true)] out Agreed? agreed)
    {
        agreed = Volatile.Read(ref _agreed);
        return agreed is not null && Volatile.Read(ref _waiting) == 0;
    }

    /// <summary>Waits behind those that came before. Dispose it to let the next one in.</summary>
    public async ValueTask<Turn> TakeTurnAsync(CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref _waiting);
        try
        {
            await _turns.WaitAsync(cancellationToken).ConfigureAwait(false);
            return new Turn(this);
        }
        catch
        {
            Interlocked.Decrement(ref _waiting);
            throw;
        }
    }

    /// <summary>The session, agreed now if there is none. Only in one's turn.</summary>
    /// <param name="forgotten">One that the listener does not know any more, or null.</param>
    /// <param name="cancellationToken">Abandons the agreement.</param>
    /// <exception cref="EncryptionException">The listener is another than it should be, or does not admit this side.</exception>
    public async ValueTask<Agreed> AgreeAsync(Agreed? forgotten, CancellationToken cancellationToken)
    {
        if (_agreed is { } other && other != forgotten) return other;
        using var answer = await connection.RequestAsync(EncryptedMessage.CreateHello(options.Identity.Public), cancellationToken).ConfigureAwait(false);
        var agreed = Read(answer.Payload.Span);
        await ConfirmAsync(agreed, cancellationToken).ConfigureAwait(false);
        Volatile.Write(ref _agreed, agreed);
        return agreed;
    }

    public void Dispose() => _agreed?.Conversation.Dispose();

    private Agreed Read(ReadOnlySpan<byte> answer)
    {
        if (answer.Length > 0 && answer[0] == EncryptedMessage.NotAdmitted) throw new EncryptionException(broker, "the listener does not admit this identity");
        if (answer.Length <= EncryptedMessage.HeaderBytes || answer[0] != EncryptedMessage.Answered)
            throw new EncryptionException(broker, "what listens there speaks no encryption");
        var conversation = new Conversation(preKeys, listener, options.Ratchet);
        try
        {
            conversation.Start(PreKeyBundle.Decode(answer[EncryptedMessage.HeaderBytes..]));
            return new Agreed(conversation, EncryptedMessage.SessionOf(answer), channel);
        }
        catch (GenuineException error)
        {
            conversation.Dispose();
            throw new EncryptionException(broker, "the listener is another than it should be", error);
        }
    }

    // From the first answer on messages need not carry the handshake; and only now is it certain who listens.
    private async ValueTask ConfirmAsync(Agreed agreed, CancellationToken cancellationToken)
    {
        var request = agreed.Encrypt(EncryptedMessage.Confirm, []);
        using var answer = await connection.RequestAsync(request, cancellationToken).ConfigureAwait(false);
        await agreed.DecryptAnswerAsync(broker, request, answer.Payload, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Held while one agrees or begins to send.</summary>
    internal readonly struct Turn(PeerSession owner) : IDisposable
    {
        public void Dispose()
        {
            owner._turns.Release();
            Interlocked.Decrement(ref owner._waiting);
        }
    }

    /// <summary>A session that both sides know.</summary>
    internal sealed class Agreed(Conversation conversation, ulong session, string channel)
    {
        private readonly SessionBindings _bindings = new(session, channel);

        public Conversation Conversation => conversation;

        public byte[] Encrypt(byte kind, ReadOnlySpan<byte> payload) => EncryptedMessage.Create(
            kind, session, conversation.Encrypt(payload, _bindings.Of(kind)));

        /// <returns>The answer in its envelope.</returns>
        /// <exception cref="EncryptionException">It was changed on the way, or answers another request.</exception>
        public async ValueTask<byte[]> DecryptAnswerAsync(string broker, byte[] request, ReadOnlyMemory<byte> answer, CancellationToken cancellationToken)
        {
            if (answer.Length < 1 || answer.Span[0] != EncryptedMessage.Answered) throw new EncryptionException(broker, "an answer that is not encrypted was refused");
            try
            {
                return await conversation.DecryptAsync(answer[1..], EncryptedMessage.BindingOfAnswer(request), cancellationToken).ConfigureAwait(false);
            }
            catch (GenuineException error)
            {
                throw new EncryptionException(broker, "an answer was refused: changed on the way, or not to this request", error);
            }
        }
    }
}
