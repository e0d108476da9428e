using System.Collections.Concurrent;
using Genie.Brokers.Multiplexing;
using Genie.Genuine.Conversations;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption;

/// <summary>
/// Any broker with end-to-end encryption: connections and listeners talk in <see cref="Conversation"/>s (X3DH, then the
/// Double Ratchet), and the messaging system sees ciphertext only. What was changed, replayed or comes from another is refused
/// and never reaches a handler.
/// </summary>
/// <remarks>
/// A connection agrees with its listener at its first message, so somebody must be listening then. Sessions live in the
/// memory of the process that listens: all listeners of a channel must be of one broker object, and what still waits in
/// the system when that process ends can be read by nobody.
/// </remarks>
public sealed class EncryptedBroker : IBroker
{
    private readonly IBroker _inner;
    private readonly EncryptionOptions _options;
    private readonly PreKeys _preKeys;
    private readonly ConcurrentDictionary<string, SessionTable> _sessions = new();
    private readonly int _overheadBytes;

    /// <summary>Encrypts what goes through a broker, which is disposed with this one.</summary>
    /// <param name="inner">The messaging system.</param>
    /// <param name="options">Who talks.</param>
    public EncryptedBroker(IBroker inner, EncryptionOptions options)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.SessionsMax);
        _inner = inner;
        _options = options;
        _preKeys = new PreKeys(options.Identity, new MemoryPreKeyStore(), new PreKeyOptions { MaxOneTimePreKeys = options.SessionsMax });
        using var measured = new Conversation(_preKeys, options.Identity.Public, options.Ratchet);
        _overheadBytes = EncryptedMessage.OverheadBytes(measured.MaxOverhead);
    }

    /// <summary>Who this side is: what connections of the other side must be told.</summary>
    public PublicIdentity Identity => _options.Identity.Public;

    /// <inheritdoc/>
    public BrokerTraits Traits
    {
        get
        {
            var traits = _inner.Traits;
            return traits with { MaxPayloadBytes = traits.MaxPayloadBytes - _overheadBytes, HoldsWithoutListener = false };
        }
    }

    /// <summary>Messages of senders that listeners refused: changed, replayed, or of a session that nobody knows.</summary>
    public long Refused => _sessions.Values.Sum(table => table.Refused);

    /// <inheritdoc/>
    /// <exception cref="ArgumentException">The options do not say who must be listening.</exception>
    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var listener = _options.Listener ?? throw new ArgumentException($"{nameof(EncryptionOptions)}.{nameof(EncryptionOptions.Listener)} is needed to connect.");
        var connection = await _inner.ConnectAsync(channel, options, cancellationToken).ConfigureAwait(false);
        var limit = Limit();
        return new EncryptedConnection(connection, new PeerSession(connection, limit.Broker, channel, _preKeys, listener, _options), limit);
    }

    /// <inheritdoc/>
    public ValueTask<IAsyncDisposable> ListenAsync(string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var sessions = _sessions.GetOrAdd(channel, static (name, broker) => new SessionTable(name, broker._preKeys, broker._options), this);

        // The system may tell its limit when it is reached, which it is when the first message comes.
        return _inner.ListenAsync(channel, options, new EncryptedHandler(sessions, handler, new Lazy<PayloadLimit>(Limit)).HandleAsync, cancellationToken);
    }

    /// <inheritdoc/>
    public ValueTask DeleteChannelAsync(string channel, CancellationToken cancellationToken) => _inner.DeleteChannelAsync(channel, cancellationToken);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _inner.DisposeAsync().ConfigureAwait(false);
        foreach (var table in _sessions.Values) table.Dispose();
    }

    private PayloadLimit Limit()
    {
        var traits = Traits;
        return new PayloadLimit(traits.Broker, traits.MaxPayloadBytes);
    }
}
