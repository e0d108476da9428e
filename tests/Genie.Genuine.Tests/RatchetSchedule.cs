using Genie.Genuine.Primitives;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Tests;

/// <summary>Parties each two of whom share a session; the one with the lower number speaks first.</summary>
internal sealed class RatchetSchedule : Schedule
{
    private readonly RatchetSession?[,] _sessions;
    private readonly RatchetOptions _options;

    public RatchetSchedule(int parties, bool encryptHeaders, int seed, ICryptoProvider provider)
        : base(parties, seed)
    {
        _options = new RatchetOptions { EncryptHeaders = encryptHeaders, Provider = provider };
        _sessions = new RatchetSession?[parties, parties];
        for (var first = 0; first < parties; first++)
        {
            for (var second = first + 1; second < parties; second++)
            {
                var pair = new Pair(_options);
                (_sessions[first, second], _sessions[second, first]) = (pair.Alice, pair.Bob);
            }
        }
    }

    public override void Dispose()
    {
        foreach (var session in _sessions) session?.Dispose();
    }

    protected override bool CanSend(int from, int to) => _sessions[from, to]!.CanSend;

    protected override ValueTask<byte[]> EncryptAsync(int from, int to, byte[] text, byte[] associated) => new(_sessions[from, to]!.Encrypt(text, associated));

    protected override ValueTask<byte[]> DecryptAsync(int owner, int peer, byte[] message, byte[] associated) => new(_sessions[owner, peer]!.Decrypt(message, associated));

    protected override byte[] Plain(int owner, int peer) => Pair.Plain(_sessions[owner, peer]!, _options);

    protected override void Restart(int owner, int peer)
    {
        var stored = _sessions[owner, peer]!.Export(Pair.StorageKey);
        _sessions[owner, peer]!.Dispose();
        _sessions[owner, peer] = RatchetSession.Import(stored, Pair.StorageKey, _options);
    }
}
