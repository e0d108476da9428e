using Genie.Genuine.Conversations;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Tests;

/// <summary>Parties with identities and prekeys, who may begin at any time, both at once too.</summary>
internal sealed class ConversationSchedule(int parties, bool encryptHeaders, int seed) : Schedule(parties, seed)
{
    private readonly Party[] _parties = [.. Enumerable.Range(0, parties).Select(_ => new Party())];
    private readonly Conversation?[,] _conversations = new Conversation?[parties, parties];
    private readonly RatchetOptions _options = new() { EncryptHeaders = encryptHeaders };

    public override void Dispose()
    {
        foreach (var conversation in _conversations) conversation?.Dispose();
        foreach (var party in _parties) party.Identity.Dispose();
    }

    protected override async ValueTask<byte[]> EncryptAsync(int from, int to, byte[] text, byte[] associated)
    {
        var conversation = Of(from, to);
        if (conversation.Links.Count == 0) conversation.Start(Random.Next(2) == 0 ? await _parties[to].PreKeys.CreateBundleAsync() : await _parties[to].PreKeys.CreateSharedBundleAsync());
        return conversation.Encrypt(text, associated);
    }

    protected override ValueTask<byte[]> DecryptAsync(int owner, int peer, byte[] message, byte[] associated) => Of(owner, peer).DecryptAsync(message, associated);

    protected override byte[] Plain(int owner, int peer) => [.. Of(owner, peer).Links.SelectMany(link => Pair.Plain(link.Session, _options))];

    protected override void Restart(int owner, int peer)
    {
        var conversation = Of(owner, peer);
        var stored = conversation.Export(Pair.StorageKey);
        conversation.Dispose();
        _conversations[owner, peer] = Conversation.Import(_parties[owner].PreKeys, _parties[peer].Identity.Public, stored, Pair.StorageKey, _options);
    }

    private Conversation Of(int owner, int peer) => _conversations[owner, peer] ??= _parties[owner].With(_parties[peer], _options);
}
