using System.Security.Cryptography;
using Genie.Genuine;
using Genie.Genuine.Conversations;
using Genie.Genuine.Handshake;
using Genie.Genuine.Ratchet;
using Genie.Genuine.Storage;
using Genie.Genuine.Tests;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>State of the encryption at rest, sealed and, as if its key were known, without its seal.</summary>
internal static class StateDecoders
{
    private const long AllocatedBytesMax = 1 << 20;
    private const int FramePrefixBytes = 12;
    private const int FrameCheckBytes = 8;

    public static Decoder SealedSession()
    {
        var pair = new Pair();
        return Of([pair.Alice.Export(Pair.StorageKey)], (input, _) =>
        {
            using var session = RatchetSession.Import(input, Pair.StorageKey, pair.Options);
            return "session";
        });
    }

    public static Decoder SealedConversation()
    {
        var (alice, bob) = (new Party(), new Party());
        var ours = alice.With(bob);
        ours.Start(bob.PreKeys.CreateBundleAsync().AsTask().GetAwaiter().GetResult());
        return Of([ours.Export(Pair.StorageKey)], (input, _) =>
        {
            using var conversation = Conversation.Import(alice.PreKeys, bob.Identity.Public, input, Pair.StorageKey);
            return "conversation";
        });
    }

    public static Decoder Session()
    {
        var pair = new Pair();
        pair.Alice.Encrypt([1]);
        pair.Bob.Decrypt(pair.Alice.Encrypt([2]));
        return Of([Pair.Plain(pair.Bob, pair.Options), Pair.Plain(pair.Alice, pair.Options)], (input, _) =>
        {
            var reader = new StateReader(input);
            SessionCodec.Read(ref reader, pair.Options).Dispose();
            reader.End();
            return "session";
        });
    }

    public static Decoder PreKeys()
    {
        var table = new PreKeyTable();
        table.AddSigned(new StoredPreKey(1, new byte[32], DateTimeOffset.UnixEpoch));
        table.AddOneTime(new StoredPreKey(2, new byte[32], DateTimeOffset.UnixEpoch), 10);
        table.TryConsume(new PreKeyUse(1, 0, new byte[32], new byte[32]));
        using var writer = new StateWriter();
        table.Write(writer);
        return Of([writer.Written.ToArray()], static (input, _) => SealedState.Decode(input, PreKeyTable.Read).GetType().Name);
    }

    public static Decoder StateFile() => Of(
        [StateFrame.Encode([new StateChange("name", 0, new byte[] { 1, 2 }), new StateChange("gone", 0, null)], 7), StateFrame.Encode([], 1)],
        static (input, _) => StateFrame.TryDecode(input, out var changes, out var _, out var _) ? changes.Length == 0 ? "empty" : "changes" : StateFrame.IsFollowed(input) ? "broken" : "cut") with
    {
        Repair = static bytes =>
        {
            if (bytes.Length < FramePrefixBytes) return;
            System.Buffers.Binary.BinaryPrimitives.WriteInt32BigEndian(bytes, bytes.Length - FramePrefixBytes);
            SHA256.HashData(bytes.AsSpan(FramePrefixBytes)).AsSpan(0, FrameCheckBytes).CopyTo(bytes.AsSpan(sizeof(uint)));
        },
    };

    private static Decoder Of(IReadOnlyList<byte[]> genuine, Decode decode) =>
        new() { Genuine = genuine, Decode = decode, Refusals = [typeof(GenuineException)], AllocatedBytesMax = AllocatedBytesMax };
}
