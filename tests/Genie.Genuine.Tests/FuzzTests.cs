using Genie.Genuine.Conversations;
using Genie.Genuine.Envelopes;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;
using Genie.Genuine.Ratchet;
using Xunit.Abstractions;

namespace Genie.Genuine.Tests;

/// <summary>
/// Mutations of genuine bytes, through every decoder: refused with the decoder's typed error or accepted, but no other
/// exception, and less than 1 MB allocated for an input. State that is sealed is also decoded without its seal.
/// </summary>
public sealed class FuzzTests(ITestOutputHelper output)
{
    private const long MaxAllocatedBytes = 1 << 20;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Message(bool encryptHeaders)
    {
        using var pair = new Pair(new RatchetOptions { EncryptHeaders = encryptHeaders });
        pair.Bob.Decrypt(pair.Alice.Encrypt([1]));
        pair.Alice.Encrypt([2]);
        var genuine = pair.Alice.Encrypt(new byte[40]);
        var plaintext = new byte[4096];
        Run(5_000, [genuine], bytes =>
        {
            if (!pair.Bob.TryDecrypt(bytes, plaintext, out _)) throw new MessageRefusedException();
        });
    }

    [Fact]
    public async Task First_message()
    {
        var (alice, bob) = (new Party(), new Party());
        using var ours = alice.With(bob);
        using var theirs = bob.With(alice);
        ours.Start(await bob.PreKeys.CreateBundleAsync());
        Run(2_000, [ours.Encrypt([1]), ours.Encrypt([2])], bytes => theirs.DecryptAsync(bytes).AsTask().GetAwaiter().GetResult());
    }

    [Fact]
    public async Task Bundle() => Run(4_000, [(await new Party().PreKeys.CreateBundleAsync()).Encode(), (await new Party().PreKeys.CreateSharedBundleAsync()).Encode()], bytes => PreKeyBundle.Decode(bytes));

    [Fact]
    public void Identity()
    {
        using var pair = IdentityKeyPair.Generate();
        Run(2_000, [pair.Public.Key.ToArray()], bytes => _ = new PublicIdentity(bytes));
    }

    [Fact]
    public void Envelope()
    {
        using var alice = IdentityKeyPair.Generate();
        using var bob = IdentityKeyPair.Generate();
        var opener = new EnvelopeOpener(bob);
        Run(5_000, [SealedEnvelope.Seal(alice, bob.Public, new byte[50])], bytes => opener.Open(bytes));
    }

    [Fact]
    public void Signature()
    {
        using var pair = IdentityKeyPair.Generate();
        byte[] genuine = [.. pair.Public.Key, .. pair.Sign([1, 2, 3])];
        Run(5_000, [genuine], bytes =>
        {
            if (bytes.Length < 32 || !Primitives.Ed25519Signatures.Verify(bytes.AsSpan(0, 32), [1, 2, 3], bytes.AsSpan(32))) throw new KeyRefusedException();
        });
    }

    [Fact]
    public void Sealed_session()
    {
        using var pair = new Pair();
        Run(20_000, [pair.Alice.Export(Pair.StorageKey)], bytes => RatchetSession.Import(bytes, Pair.StorageKey).Dispose());
    }

    [Fact]
    public void Session_without_its_seal()
    {
        using var pair = new Pair();
        pair.Alice.Encrypt([1]);
        pair.Bob.Decrypt(pair.Alice.Encrypt([2]));
        Run(10_000, [Pair.Plain(pair.Bob, pair.Options)], bytes =>
        {
            var reader = new StateReader(bytes);
            SessionCodec.Read(ref reader, pair.Options).Dispose();
            reader.End();
        });
    }

    [Fact]
    public void Prekeys_without_their_seal()
    {
        var table = new PreKeyTable();
        table.AddSigned(new StoredPreKey(1, new byte[32], DateTimeOffset.UnixEpoch));
        table.AddOneTime(new StoredPreKey(2, new byte[32], DateTimeOffset.UnixEpoch), 10);
        table.TryConsume(new PreKeyUse(1, 0, new byte[32], new byte[32]));
        using var writer = new StateWriter();
        table.Write(writer);
        Run(30_000, [writer.Written.ToArray()], bytes => SealedState.Decode(bytes, PreKeyTable.Read));
    }

    [Fact]
    public async Task Sealed_conversation()
    {
        var (alice, bob) = (new Party(), new Party());
        using var ours = alice.With(bob);
        ours.Start(await bob.PreKeys.CreateBundleAsync());
        Run(20_000, [ours.Export(Pair.StorageKey)], bytes => Conversation.Import(alice.PreKeys, bob.Identity.Public, bytes, Pair.StorageKey).Dispose());
    }

    private void Run(int usual, byte[][] genuine, Action<byte[]> decode)
    {
        var seed = Effort.Seed();
        var random = new Random(seed);
        var cases = Effort.Cases(usual);
        output.WriteLine($"GENIE_GENUINE_SEED={seed}, {cases} inputs");
        var refused = 0;
        for (var i = 0; i < cases; i++)
        {
            var input = Mutations.Of(genuine, random);
            var before = GC.GetAllocatedBytesForCurrentThread();
            try
            {
                decode(input);
            }
            catch (GenuineException)
            {
                refused++;
            }
            catch (Exception error)
            {
                throw new InvalidOperationException($"Input {i} of GENIE_GENUINE_SEED={seed}: {Convert.ToHexString(input)}", error);
            }

            var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.True(allocated < MaxAllocatedBytes, $"Input {i} of GENIE_GENUINE_SEED={seed} allocated {allocated} bytes: {Convert.ToHexString(input)}");
        }

        output.WriteLine($"{refused} refused");
        Assert.True(refused > cases / 4);
    }
}
