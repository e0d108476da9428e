using Genie.Genuine.Conversations;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;
using Genie.Genuine.Storage;

namespace Genie.Brokers.Encryption.Listening;

/// <summary>Sessions in a store, which any listener that has it goes on with. Each message reads and writes its session.</summary>
internal sealed class StoredSessions(SealedStore store, PreKeys preKeys, EncryptionOptions options) : ISessions
{
    private const string Prefix = "session/";
    private const int IdentitySize = 32;
    private const int SweepEvery = 1_024;
    private readonly SessionBeginning _beginnings = new(preKeys, options);
    private int _begun;

    public async ValueTask<OpenedRequest> OpenAsync(UInt128 session, ReadOnlyMemory<byte> message, byte[] binding, List<StateChange> changes, CancellationToken cancellationToken)
    {
        var name = NameOf(session);
        var (stored, version) = await ReadAsync(name, cancellationToken).ConfigureAwait(false);
        using var conversation = stored ?? await _beginnings.ReadAsync(session, message, cancellationToken).ConfigureAwait(false);
        var plaintext = await SessionBeginning.DecryptAsync(conversation, message, binding, cancellationToken).ConfigureAwait(false);
        changes.Add(Change(name, version, conversation));
        if (stored is null && Interlocked.Increment(ref _begun) % SweepEvery == 1) await SweepAsync(cancellationToken).ConfigureAwait(false);
        return new OpenedRequest(session, conversation.Peer, plaintext, null);
    }

    public async ValueTask<byte[]> EncryptAsync(OpenedRequest request, ReadOnlyMemory<byte> answer, byte[] binding, CancellationToken cancellationToken)
    {
        var name = NameOf(request.Session);
        while (true)
        {
            var (conversation, version) = await ReadAsync(name, cancellationToken).ConfigureAwait(false);
            using var found = conversation ?? throw new RefusedException(RefusalReason.UnknownSession, request.Sender);
            var encrypted = found.Encrypt(answer.Span, binding);
            if (await store.CommitAsync([Change(name, version, found)], cancellationToken).ConfigureAwait(false)) return encrypted;
        }
    }

    public void Dispose()
    {
    }

    private static string NameOf(UInt128 session) => $"{Prefix}{session:x32}";

    private ValueTask<(Conversation? Value, long Version)> ReadAsync(string name, CancellationToken cancellationToken) => store.ReadAsync(name, (ref reader) =>
    {
        var peer = new PublicIdentity(reader.Read(IdentitySize));
        return Conversation.Import(preKeys, peer, reader.ReadSized(), store.Key, options.Ratchet);
    }, cancellationToken);

    private StateChange Change(string name, long version, Conversation conversation) => store.Change(name, version, writer =>
    {
        writer.Write(conversation.Peer.Key);
        writer.WriteSized(conversation.Export(store.Key));
    });

    // Versions grow with every write, so the lowest ones are those of the sessions unused for longest.
    private async ValueTask SweepAsync(CancellationToken cancellationToken)
    {
        var names = await store.Store.ListAsync(Prefix, cancellationToken).ConfigureAwait(false);
        if (names.Count <= options.SessionsMax) return;
        var records = new List<(string Name, long Version)>();
        foreach (var name in names)
        {
            if (await store.Store.ReadAsync(name, cancellationToken).ConfigureAwait(false) is { } record) records.Add((name, record.Version));
        }

        foreach (var (name, version) in records.OrderBy(static record => record.Version).Take(records.Count - options.SessionsMax))
            await store.CommitAsync([new StateChange(name, version, null)], cancellationToken).ConfigureAwait(false);
    }
}
