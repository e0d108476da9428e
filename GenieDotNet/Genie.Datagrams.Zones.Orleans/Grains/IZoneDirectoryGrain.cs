namespace Genie.Datagrams.Zones.Orleans.Grains;

/// <summary>The directory of the world that is its key. Each answer that changes something is given after the storage has it.</summary>
internal interface IZoneDirectoryGrain : IGrainWithStringKey
{
    Task<GrainAnswer> ReadAsync(WorldTerms terms);

    /// <param name="terms">What the caller takes the world for.</param>
    /// <param name="renewed">A <see cref="Wire.DirectoryEvent"/>.</param>
    Task<GrainAnswer> HeartbeatAsync(WorldTerms terms, [Immutable] byte[] renewed);

    Task<GrainAnswer> TryAssignAsync(WorldTerms terms, int zone, long expectedEpoch, string by, string to);

    Task<GrainAnswer> LeaveAsync(WorldTerms terms, string server);
}
