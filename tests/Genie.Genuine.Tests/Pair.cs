using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Tests;

/// <summary>Two sides that have agreed on a secret.</summary>
internal sealed class Pair : IDisposable
{
    public static readonly byte[] StorageKey = [.. Enumerable.Range(1, 32).Select(i => (byte)i)];

    public Pair(RatchetOptions? options = null)
    {
        Options = options ?? new RatchetOptions();
        var secret = new byte[32];
        Random.Shared.NextBytes(secret);
        using var key = Options.Provider.GenerateKey();
        var responderKey = new byte[32];
        key.ExportPrivateKey(responderKey);
        Alice = RatchetSession.Initiate(secret, key.PublicKey, "pair"u8, Options);
        Bob = RatchetSession.Respond(secret, responderKey, "pair"u8, Options);
    }

    public static TheoryData<string, bool> Kinds
    {
        get
        {
            var data = new TheoryData<string, bool>();
            foreach (var row in Providers.Names)
            {
                data.Add(row, false);
                data.Add(row, true);
            }

            return data;
        }
    }

    public RatchetOptions Options { get; }

    public RatchetSession Alice { get; private set; }

    public RatchetSession Bob { get; private set; }

    public static Pair Of(string provider, bool encryptHeaders) => new(new RatchetOptions { Provider = Providers.Get(provider), EncryptHeaders = encryptHeaders });

    /// <summary>The bare state, as it would be sealed.</summary>
    public static byte[] Plain(RatchetSession session, RatchetOptions options)
    {
        using var writer = new StateWriter();
        SessionCodec.Write(session.State, writer, options);
        return writer.Written.ToArray();
    }

    public void RestartBob()
    {
        var stored = Bob.Export(StorageKey);
        Bob.Dispose();
        Bob = RatchetSession.Import(stored, StorageKey, Options);
    }

    public void RestartAlice()
    {
        var stored = Alice.Export(StorageKey);
        Alice.Dispose();
        Alice = RatchetSession.Import(stored, StorageKey, Options);
    }

    public void Dispose()
    {
        Alice.Dispose();
        Bob.Dispose();
    }
}
