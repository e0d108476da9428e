using Genie.Genuine.Identities;
using Genie.Genuine.Primitives;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Conversations;

/// <summary>A conversation as bytes: both identities, then its sessions; sealed by <see cref="SealedState"/>.</summary>
internal static class ConversationCodec
{
    private const string Kind = "conversation";
    private const byte IsOurs = 1, IsConfirmed = 2;

    /// <summary>Encrypted and authenticated.</summary>
    public static byte[] Seal(ConversationLinks links, ReadOnlySpan<byte> storageKey, PublicIdentity own, PublicIdentity peer, RatchetOptions options)
    {
        using var writer = new StateWriter();
        writer.Write(own.Key);
        writer.Write(peer.Key);
        writer.Write((byte)links.All.Count);
        foreach (var link in links.All)
        {
            writer.Write((byte)((link.IsOurs ? IsOurs : 0) | (link.IsConfirmed ? IsConfirmed : 0)));
            writer.Write(link.FirstMessage);
            SessionCodec.Write(link.Session.State, writer, options);
        }

        return SealedState.Seal(writer.Written, storageKey, Kind);
    }

    /// <summary>The other way.</summary>
    /// <exception cref="StateRefusedException">Another key, version, identity or peer, or damage.</exception>
    public static ConversationLinks Open(ReadOnlySpan<byte> stored, ReadOnlySpan<byte> storageKey, PublicIdentity own, PublicIdentity peer, RatchetOptions options) =>
        SealedState.Open(stored, storageKey, Kind, (ref StateReader reader) =>
        {
            StateReader.Require(reader.Read(Sizes.Key).SequenceEqual(own.Key) && reader.Read(Sizes.Key).SequenceEqual(peer.Key));
            return Read(ref reader, options);
        });

    private static ConversationLinks Read(ref StateReader reader, RatchetOptions options)
    {
        var links = new ConversationLinks();
        var count = reader.ReadByte();
        StateReader.Require(count <= ConversationLinks.MaxCount);
        for (var i = 0; i < count; i++)
        {
            var flags = reader.ReadByte();
            StateReader.Require((flags & ~(IsOurs | IsConfirmed)) == 0);
            var first = reader.Read(FirstMessage.Size).ToArray();
            var session = new RatchetSession(SessionCodec.Read(ref reader, options), options);
            links.Restore(new ConversationLink(session, first, (flags & IsOurs) != 0, (flags & IsConfirmed) != 0));
        }

        return links;
    }
}
