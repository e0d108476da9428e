namespace Genie.Datagrams.Zones;

/// <summary>
/// Keeps entities beyond the life of a zone server; all servers of a world share one. What it has confirmed must survive what the world is to survive.
/// Safe for concurrent callers.
/// </summary>
public interface IEntityStore
{
    /// <summary>Reads the latest record of an entity.</summary>
    /// <param name="entity">The entity.</param>
    /// <param name="cancellationToken">Gives it up.</param>
    /// <returns>The record, or null if there is none.</returns>
    ValueTask<EntityRecord?> LoadAsync(ulong entity, CancellationToken cancellationToken);

    /// <summary>Keeps a record if the one before it is the latest.</summary>
    /// <param name="record">The record. The entity must be at <see cref="EntityRecord.Version"/> - 1, where 0 is an entity that is not there.</param>
    /// <param name="cancellationToken">Gives it up; the record may have been kept.</param>
    /// <returns>False: the entity is at another version, since another server has it, and nothing was written.</returns>
    ValueTask<bool> TrySaveAsync(EntityRecord record, CancellationToken cancellationToken);
}
