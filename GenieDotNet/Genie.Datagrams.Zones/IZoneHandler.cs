namespace Genie.Datagrams.Zones;

/// <summary>
/// What a zone server calls, one at a time. Methods must not block. What the application changes outside of the entity may happen again after a crash of the
/// server, with the message that it was for: what must happen once belongs into <see cref="ZoneEntity.State"/> and <see cref="ZoneEntity.Send"/>.
/// </summary>
public interface IZoneHandler
{
    /// <summary>A message of the entity's client, in order. If the method throws the message counts as handled, and <see cref="ZoneServerOptions.Failed"/> is told.</summary>
    /// <param name="entity">The entity.</param>
    /// <param name="message">The message; valid until the method returns.</param>
    void OnMessage(ZoneEntity entity, ReadOnlySpan<byte> message);

    /// <summary>An entity is served here from now on: new, loaded, or handed over.</summary>
    /// <param name="entity">The entity.</param>
    void OnEntered(ZoneEntity entity)
    {
    }

    /// <summary>The client has moved the entity.</summary>
    /// <param name="entity">The entity.</param>
    void OnMoved(ZoneEntity entity)
    {
    }

    /// <summary>An entity is not served here any more: handed over, idle, or taken over by another server.</summary>
    /// <param name="entity">The entity; what is changed in it is lost.</param>
    void OnLeft(ZoneEntity entity)
    {
    }
}
