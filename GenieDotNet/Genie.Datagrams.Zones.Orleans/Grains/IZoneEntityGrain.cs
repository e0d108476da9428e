namespace Genie.Datagrams.Zones.Orleans.Grains;

/// <summary>An entity of a world: the latest of its records.</summary>
internal interface IZoneEntityGrain : IGrainWithStringKey
{
    Task<GrainAnswer> LoadAsync();

    /// <param name="save">The same for each attempt of one save, so that it is known again when its answer was lost.</param>
    /// <param name="version">The record's.</param>
    /// <param name="record">The record's bytes.</param>
    Task<GrainAnswer> TrySaveAsync(Guid save, long version, [Immutable] byte[] record);
}
