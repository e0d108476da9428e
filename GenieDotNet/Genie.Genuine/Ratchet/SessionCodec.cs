using Genie.Genuine.Primitives;

namespace Genie.Genuine.Ratchet;

/// <summary>A session as bytes: flags, keys, counters, skipped keys by chain; sealed by <see cref="SealedState"/>.</summary>
internal static class SessionCodec
{
    private const string Kind = "session";
    private const byte CanSend = 1, CanReceive = 2, HasPeer = 4, EncryptsHeaders = 8;

    /// <summary>Encrypted and authenticated.</summary>
    public static byte[] Seal(RatchetState state, ReadOnlySpan<byte> storageKey, RatchetOptions options)
    {
        using var writer = new StateWriter();
        Write(state, writer, options);
        return SealedState.Seal(writer.Written, storageKey, Kind);
    }

    /// <summary>The other way.</summary>
    /// <exception cref="StateRefusedException">Another key or version, damage, or headers encrypted where <paramref name="options"/> have them plain.</exception>
    public static RatchetState Open(ReadOnlySpan<byte> stored, ReadOnlySpan<byte> storageKey, RatchetOptions options) =>
        SealedState.Open(stored, storageKey, Kind, (ref StateReader reader) => Read(ref reader, options));

    /// <summary>The bare bytes, for what seals them together with more.</summary>
    public static void Write(RatchetState state, StateWriter writer, RatchetOptions options)
    {
        state.Skipped.RemoveBefore(options.Clock.GetUtcNow() - options.MaxSkippedAge);
        writer.Write((byte)((state.CanSend ? CanSend : 0) | (state.CanReceive ? CanReceive : 0) | (state.HasPeer ? HasPeer : 0) | (options.EncryptHeaders ? EncryptsHeaders : 0)));
        state.Own.ExportPrivateKey(writer.Next(Sizes.Key));
        writer.Write(state.Peer);
        writer.Write(state.AssociatedData);
        writer.Write(state.Secrets);
        writer.Write(state.SentCount);
        writer.Write(state.ReceivedCount);
        writer.Write(state.PreviousSentCount);
        writer.Write((uint)state.Skipped.Count);
        for (var i = 0; i < state.Skipped.Count; i++)
        {
            var continues = state.Skipped.ContinuesChain(i);
            writer.Write(continues ? (byte)1 : (byte)0);
            if (!continues) writer.Write(state.Skipped.ChainAt(i));
            writer.Write(state.Skipped.NumberAt(i));
            writer.Write(state.Skipped.TimeAt(i));
            writer.Write(state.Skipped.KeyAt(i));
        }
    }

    /// <summary>The other way.</summary>
    public static RatchetState Read(ref StateReader reader, RatchetOptions options)
    {
        var flags = reader.ReadByte();
        StateReader.Require((flags & ~(CanSend | CanReceive | HasPeer | EncryptsHeaders)) == 0 && (flags & EncryptsHeaders) != 0 == options.EncryptHeaders);
        var state = new RatchetState { Own = options.Provider.ImportKey(reader.Read(Sizes.Key)), Skipped = new SkippedKeys(options.MaxSkippedKeys) };
        (state.CanSend, state.CanReceive, state.HasPeer) = ((flags & CanSend) != 0, (flags & CanReceive) != 0, (flags & HasPeer) != 0);
        reader.Read(Sizes.Key).CopyTo(state.Peer);
        reader.Read(Sizes.Key).CopyTo(state.AssociatedData);
        reader.Read(state.Secrets.Length).CopyTo(state.Secrets);
        (state.SentCount, state.ReceivedCount, state.PreviousSentCount) = (reader.ReadUInt32(), reader.ReadUInt32(), reader.ReadUInt32());
        ReadSkipped(ref reader, state.Skipped);
        return state;
    }

    private static void ReadSkipped(ref StateReader reader, SkippedKeys skipped)
    {
        var count = reader.ReadCount(1 + sizeof(uint) + sizeof(long) + Sizes.Key);
        ReadOnlySpan<byte> chain = default;
        for (var i = 0; i < count; i++)
        {
            var continues = reader.ReadByte();
            StateReader.Require(continues <= (i == 0 ? 0 : 1));
            if (continues == 0) chain = reader.Read(Sizes.Key);
            var number = reader.ReadUInt32();
            var time = reader.ReadTime();
            skipped.Add(chain, number, reader.Read(Sizes.Key), time);
        }
    }
}
