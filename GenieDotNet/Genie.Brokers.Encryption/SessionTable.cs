using System.Collections.Concurrent;
using System.Security.Cryptography;
using Genie.Genuine.Conversations;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption;

/// <summary>The sessions that the listeners of a channel keep.</summary>
internal sealed class SessionTable(string channel, PreKeys preKeys, EncryptionOptions options) : IDisposable
{
    private readonly ConcurrentDictionary<ulong, Session> _sessions = new();
    private readonly Lock _adding = new();
    private long _refused;

    public long Refused => Volatile.Read(ref _refused);

    public void CountRefused() => Interlocked.Increment(ref _refused);

    public Session? Find(ulong number)
    {
        if (!_sessions.TryGetValue(number, out var session)) return null;
        session.LastUse = Environment.TickCount64;
        return session;
    }

    /// <summary>A new session with a sender.</summary>
    /// <returns>Its number and a bundle to begin it with; null if the sender is not admitted.</returns>
    public async ValueTask<(ulong Number, PreKeyBundle Bundle)?> AddAsync(PublicIdentity sender, CancellationToken cancellationToken)
    {
        if (!options.Admits(sender)) return null;
        var bundle = await preKeys.CreateBundleAsync(cancellationToken).ConfigureAwait(false);
        lock (_adding)
        {
            if (_sessions.Count >= options.SessionsMax) RemoveOldest();
            while (true)
            {
                var number = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong)));
                var conversation = new Conversation(preKeys, sender, options.Ratchet);
                if (_sessions.TryAdd(number, new Session(conversation, number, channel))) return (number, bundle);
            }
        }
    }

    public void Dispose()
    {
        foreach (var session in _sessions.Values) session.Conversation.Dispose();
        _sessions.Clear();
    }

    // Not disposed: a handler may be at it.
    private void RemoveOldest() => _sessions.TryRemove(_sessions.MinBy(static pair => pair.Value.LastUse).Key, out _);

    /// <summary>One sender's.</summary>
    internal sealed class Session(Conversation conversation, ulong number, string channel)
    {
        public Conversation Conversation => conversation;

        public SessionBindings Bindings { get; } = new(number, channel);

        public long LastUse { get; set; } = Environment.TickCount64;
    }
}
