namespace Genie.Datagrams.Zones;

/// <summary>What a zone client calls, one at a time. Methods must not block.</summary>
public interface IZoneClientHandler
{
    /// <summary>A message that the entity was sent by <see cref="ZoneEntity.Send"/>: once, and in order.</summary>
    /// <param name="message">The message; valid until the method returns.</param>
    void OnMessage(ReadOnlySpan<byte> message);

    /// <summary>Something near was published by <see cref="ZoneServer.Publish"/>: perhaps, and in any order.</summary>
    /// <param name="message">The message; valid until the method returns.</param>
    void OnPublished(ReadOnlySpan<byte> message)
    {
    }

    /// <summary>Messages to the entity up to a number are kept in the store with what they have changed.</summary>
    /// <param name="number">What <see cref="ZoneClient.Send"/> gave.</param>
    void OnConfirmed(long number)
    {
    }

    /// <summary>A server serves the entity, or none does at the moment.</summary>
    /// <param name="server">The server's address, or null: the client looks for one by itself.</param>
    void OnServerChanged(DatagramAddress? server)
    {
    }
}
