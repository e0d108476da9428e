using Genie.Genuine.Conversations;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;
using Genie.Genuine.Storage;

namespace Genie.Brokers.Encryption.Listening;

/// <summary>Sessions for as long as the process lives. A sender who has his share loses his own oldest one first.</summary>
internal sealed class MemorySessions(PreKeys preKeys, EncryptionOptions options) : ISessions
{
    private readonly Dictionary<UInt128, Session> _sessions = [];
    private readonly Dictionary<PublicIdentity, int> _ofSenders = [];
    private readonly SemaphoreSlim _beginning = new(1, 1);
    private readonly SessionBeginning _beginnings = new(preKeys, options);

    public async ValueTask<OpenedRequest> OpenAsync(UInt128 session, ReadOnlyMemory<byte> message, byte[] binding, List<StateChange> changes, CancellationToken cancellationToken)
    {
        if (Find(session) is { } known) return await OpenAsync(session, known, message, binding, cancellationToken).ConfigureAwait(false);
        await _beginning.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (Find(session) is { } begun) return await OpenAsync(session, begun, message, binding, cancellationToken).ConfigureAwait(false);
            var conversation = await _beginnings.ReadAsync(session, message, cancellationToken).ConfigureAwait(false);
            var opened = await OpenAsync(session, conversation, message, binding, cancellationToken).ConfigureAwait(false);
            Add(session, conversation);
            return opened;
        }
        finally
        {
            _beginning.Release();
        }
    }

    public ValueTask<byte[]> EncryptAsync(OpenedRequest request, ReadOnlyMemory<byte> answer, byte[] binding, CancellationToken cancellationToken) =>
        new(request.Conversation!.Encrypt(answer.Span, binding));

    public void Dispose()
    {
        lock (_sessions)
        {
            foreach (var session in _sessions.Values) session.Conversation.Dispose();
            _sessions.Clear();
        }
    }

    private static async ValueTask<OpenedRequest> OpenAsync(UInt128 session, Conversation conversation, ReadOnlyMemory<byte> message, byte[] binding, CancellationToken cancellationToken) =>
        new(session, conversation.Peer, await SessionBeginning.DecryptAsync(conversation, message, binding, cancellationToken).ConfigureAwait(false), conversation);

    private Conversation? Find(UInt128 name)
    {
        lock (_sessions)
        {
            if (!_sessions.TryGetValue(name, out var session)) return null;
            session.LastUse = Environment.TickCount64;
            return session.Conversation;
        }
    }

    private void Add(UInt128 name, Conversation conversation)
    {
        lock (_sessions)
        {
            var own = _ofSenders.GetValueOrDefault(conversation.Peer);
            if (own >= options.SessionsPerSenderMax) RemoveOldest(session => session.Conversation.Peer.Equals(conversation.Peer));
            else if (_sessions.Count >= options.SessionsMax) RemoveOldest(static _ => true);
            _sessions[name] = new Session(conversation);
            _ofSenders[conversation.Peer] = _ofSenders.GetValueOrDefault(conversation.Peer) + 1;
        }
    }

    // Not disposed: a handler may be at it.
    private void RemoveOldest(Func<Session, bool> isCandidate)
    {
        var (name, session) = _sessions.Where(pair => isCandidate(pair.Value)).MinBy(static pair => pair.Value.LastUse);
        _sessions.Remove(name);
        var sender = session.Conversation.Peer;
        if (--_ofSenders[sender] == 0) _ofSenders.Remove(sender);
    }

    private sealed class Session(Conversation conversation)
    {
        public Conversation Conversation => conversation;

        public long LastUse { get; set; } = Environment.TickCount64;
    }
}
