using Genie.Brokers.Encryption;
using Genie.Brokers.Encryption.Protocol;
using Genie.Genuine;
using Genie.Genuine.Envelopes;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;
using Genie.Genuine.Letters;
using Genie.Genuine.Primitives;
using Genie.Genuine.Ratchet;
using Genie.Genuine.Statements;
using Genie.Genuine.Tests;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>What comes from another party: messages of the ratchet, letters, envelopes, keys, and the protocol of encryption over brokers.</summary>
internal static class EncryptionDecoders
{
    private const long AllocatedBytesMax = 1 << 20;

    private static readonly Type[] Refusals = [typeof(GenuineException)];

    public static Decoder Message(bool encryptHeaders)
    {
        var pair = new Pair(new RatchetOptions { EncryptHeaders = encryptHeaders });
        pair.Bob.Decrypt(pair.Alice.Encrypt([1]));
        var genuine = Enumerable.Range(0, 3).Select(i => pair.Alice.Encrypt(new byte[40 * i])).ToArray();
        var state = pair.Bob.Export(Pair.StorageKey);
        var plaintext = new byte[1 << 16];
        return Of(genuine, (input, _) =>
        {
            // Each reads with a session that has read nothing yet: what is accepted would be refused the second time.
            using var bob = RatchetSession.Import(state, Pair.StorageKey, pair.Options);
            return bob.TryDecrypt(input, plaintext, out var length) ? length == 0 ? "empty" : "text" : throw new MessageRefusedException();
        });
    }

    public static Decoder FirstMessage()
    {
        var (alice, bob) = (new Party(), new Party());
        var ours = alice.With(bob);
        ours.Start(Wait(bob.PreKeys.CreateSharedBundleAsync()));
        // One alone: what begins a conversation is accepted once.
        return Of([ours.Encrypt([1])], (input, _) =>
        {
            using var theirs = bob.With(alice);
            return $"{Wait(theirs.DecryptAsync(input)).Length}";
        });
    }

    public static Decoder Letter()
    {
        var (alice, bob) = (new Party(), new Party());
        var writer = new LetterWriter(alice.Identity, Wait(bob.PreKeys.CreateSharedBundleAsync()));
        var reader = new LetterReader(bob.PreKeys);
        return Of([writer.Seal([1, 2, 3]), writer.Seal([])], (input, _) => Wait(reader.OpenAsync(input)).Content.Length == 0 ? "empty" : "text");
    }

    public static Decoder Bundle()
    {
        var party = new Party();
        return Of([Wait(party.PreKeys.CreateBundleAsync()).Encode(), Wait(party.PreKeys.CreateSharedBundleAsync()).Encode()], static (input, _) => $"{PreKeyBundle.Decode(input).Encode().Length}");
    }

    public static Decoder Identity()
    {
        using var pair = IdentityKeyPair.Generate();
        return Of([pair.Public.Key.ToArray()], static (input, _) => $"{new PublicIdentity(input).Key.Length}");
    }

    public static Decoder Envelope()
    {
        var (alice, bob) = (IdentityKeyPair.Generate(), IdentityKeyPair.Generate());
        return Of([SealedEnvelope.Seal(alice, bob.Public, new byte[50])], (input, _) => new EnvelopeOpener(bob).Open(input) is null ? "none" : "opened");
    }

    public static Decoder Statement()
    {
        const string Purpose = "purpose";
        using var pair = IdentityKeyPair.Generate();
        var signer = pair.Public;
        return Of(
            [SignedStatement.Sign(pair, Purpose, []), SignedStatement.Sign(pair, Purpose, new byte[50])],
            (input, _) => SignedStatement.TryRead(input, signer, Purpose, out var content) ? $"{content.Length}" : throw new KeyRefusedException());
    }

    public static Decoder Signature()
    {
        using var pair = IdentityKeyPair.Generate();
        byte[] genuine = [.. pair.Public.Key, .. pair.Sign([1, 2, 3])];
        return Of([genuine], static (input, _) =>
            input.Length >= Sizes.Key && Ed25519Signatures.Verify(input.AsSpan(0, Sizes.Key), [1, 2, 3], input.AsSpan(Sizes.Key)) ? "right" : throw new KeyRefusedException());
    }

    public static Decoder Protocol()
    {
        const string Channel = "channel";
        var listener = new Party();
        byte[] memory = [.. Enumerable.Range(0, Welcome.MemorySize).Select(i => (byte)i)];
        var bundle = Wait(listener.PreKeys.CreateSharedBundleAsync());
        var stamp = new MessageStamp(MessagePurpose.Handle, new ConnectionName(1, 2), 3, 4, 5);
        byte[] request = [1, 2, 3];
        return Of(
            [new Welcome(bundle, memory).Encode(listener.Identity), new Refusal(RefusalReason.TooOld, memory).Encode(listener.Identity, Channel, request), stamp.Before([1, 2]), AnswerFormat.Refused(RefusalReason.Known)],
            (input, _) => Decoder.Kinds<string>(
            [
                Welcome.Decode(input, listener.Identity.Public) is null ? "" : "welcome", Refusal.Decode(input, listener.Identity.Public, Channel, request) is null ? "" : "refusal",
                MessageStamp.TryRead(input, out var _) ? "stamp" : "", AnswerFormat.ReadRefusal(input) is null ? "handled" : "refused",
            ]));
    }

    private static Decoder Of(IReadOnlyList<byte[]> genuine, Decode decode) => new() { Genuine = genuine, Decode = decode, Refusals = Refusals, AllocatedBytesMax = AllocatedBytesMax };

    private static T Wait<T>(ValueTask<T> task) => task.AsTask().GetAwaiter().GetResult();
}
