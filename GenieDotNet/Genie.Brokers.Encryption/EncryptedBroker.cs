using Genie.Brokers.Encryption.Listening;
using Genie.Brokers.Encryption.Protocol;
using Genie.Brokers.Encryption.Sending;
using Genie.Brokers.Multiplexing;
using Genie.Genuine.Conversations;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;
using Genie.Genuine.Letters;

namespace Genie.Brokers.Encryption;

/// <summary>
/// Any broker with end-to-end encryption: requests are <see cref="Conversation"/>s (X3DH, then the Double Ratchet), one-way messages are
/// letters to a prekey (<see cref="LetterWriter"/>), and the messaging system sees ciphertext only. What was changed, replayed or comes from
/// another is refused and never reaches a handler; no byte that is not authenticated changes anything on either side.
/// </summary>
/// <remarks>
/// A connection asks for its listener's bundle at its first message, so somebody must be listening then. What listeners know lives in
/// <see cref="EncryptionOptions.Store"/>; without one in memory, and then all listeners of a channel must be of one broker object.
/// </remarks>
public sealed class EncryptedBroker : IBroker
{
    private readonly IBroker _inner;
    private readonly EncryptionOptions _options;
    private readonly ListenerMemory _memory;
    private readonly RefusedMessages _refused;
    private readonly MemoryPreKeyStore _ownPreKeys = new();
    private readonly PreKeys _preKeys;
    private readonly int _overheadBytes;

    /// <summary>Encrypts what goes through a broker, which is disposed with this one.</summary>
    /// <param name="inner">The messaging system.</param>
    /// <param name="options">Who talks.</param>
    public EncryptedBroker(IBroker inner, EncryptionOptions options)
    {
        options.Validate();
        (_inner, _options) = (inner, options);
        _memory = new ListenerMemory(options);
        _refused = new RefusedMessages(inner, options);
        _preKeys = new PreKeys(options.Identity, _ownPreKeys, options.PreKeys);
        using var measured = new Conversation(_preKeys, options.Identity.Public, options.Ratchet);
        var ofRequest = RequestFormat.PrefixSize + measured.MaxOverhead + MessageStamp.Size;
        var ofAnswer = 1 + measured.MaxOverhead + AnswerFormat.HeaderSize + ReplyEnvelope.HeaderBytes;
        _overheadBytes = Math.Max(Math.Max(ofRequest, ofAnswer), 1 + LetterWriter.Overhead + MessageStamp.Size);
    }

    /// <summary>Who this side is: what connections of the other side must be given.</summary>
    public PublicIdentity Identity => _options.Identity.Public;

    /// <inheritdoc/>
    public BrokerTraits Traits
    {
        get
        {
            var traits = _inner.Traits;
            var holds = traits.HoldsWithoutListener && _options.Store is { IsDurable: true };
            return traits with { MaxPayloadBytes = traits.MaxPayloadBytes - _overheadBytes, HoldsWithoutListener = holds, NativeHeaders = false, BroadcastConfirmations = [] };
        }
    }

    /// <summary>Messages that listeners refused: changed, replayed, late, not admitted, or of a session that nobody knows.</summary>
    public long Refused => _refused.Total;

    /// <inheritdoc/>
    /// <returns>An <see cref="IEncryptedConnection"/>.</returns>
    /// <exception cref="ArgumentException">The options do not say who must be listening.</exception>
    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var listener = _options.Listener ?? throw new ArgumentException($"{nameof(EncryptionOptions)}.{nameof(EncryptionOptions.Listener)} is needed to connect.");
        Check(options.NativeHeaders, options.Delivery);
        var connection = await _inner.ConnectAsync(channel, options, cancellationToken).ConfigureAwait(false);
        var limit = Limit();
        return new EncryptedConnection(connection, new Peer(connection, limit.Broker, channel, _preKeys, listener, _options), limit, _options);
    }

    /// <inheritdoc/>
    public ValueTask<IAsyncDisposable> ListenAsync(string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken) =>
        ListenAuthenticatedAsync(channel, options, (message, reply, token) => handler(message.Body, reply, token), cancellationToken);

    /// <summary>Listens with a handler that is given who sent each message; otherwise as <see cref="ListenAsync"/>.</summary>
    /// <returns>Disposing it takes no further messages, lets running handlers end and settles them.</returns>
    public ValueTask<IAsyncDisposable> ListenAuthenticatedAsync(string channel, ListenOptions options, EncryptedMessageHandler handler, CancellationToken cancellationToken)
    {
        Check(options.NativeHeaders, options.Delivery);

        // The system may report its limit when it is reached, which it is when the first message comes.
        var limit = new Lazy<PayloadLimit>(Limit);
        return _inner.ListenAsync(channel, options, new EncryptedHandler(channel, _memory, handler, _options, options, _refused, limit).HandleAsync, cancellationToken);
    }

    /// <inheritdoc/>
    public ValueTask DeleteChannelAsync(string channel, CancellationToken cancellationToken) => _inner.DeleteChannelAsync(channel, cancellationToken);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _inner.DisposeAsync().ConfigureAwait(false);
        await _refused.DisposeAsync().ConfigureAwait(false);
        _memory.Dispose();
        _ownPreKeys.Dispose();
    }

    // A conversation is between two, so that there is nothing that several listeners could read.
    private void Check(bool nativeHeaders, Delivery delivery)
    {
        if (nativeHeaders) NativeHeadersNotSupportedException.ThrowIfLacking(Traits);
        if (delivery == Delivery.Broadcast) BroadcastNotSupportedException.ThrowIfLacking(Traits);
    }

    private PayloadLimit Limit()
    {
        var traits = Traits;
        return new PayloadLimit(traits.Broker, traits.MaxPayloadBytes);
    }
}
