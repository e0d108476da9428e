using Genie.Datagrams.Zones.Orleans.Grains;
using Genie.Datagrams.Zones.Wire;

namespace Genie.Datagrams.Zones.Orleans;

/// <summary>
/// A directory that is a grain of a cluster, whose storage has each change before anybody learns of it. Leases are judged by the clock of the silo that has the grain. Safe for concurrent callers.
/// </summary>
/// <remarks>What the grain has not confirmed, or not within a lease, is a transient <see cref="ZoneException"/>: it may have happened. What does not fit the world that the silos have is one that is not transient.</remarks>
public sealed class OrleansZoneDirectory : IZoneDirectory
{
    private readonly IZoneDirectoryGrain _grain;
    private readonly WorldTerms _terms;
    private readonly ZoneLayout _layout;
    private readonly string _what;

    /// <summary>A directory.</summary>
    /// <param name="grains">Of a silo, or of a client of the cluster.</param>
    /// <param name="world">The world's name, as the silos have it: see <see cref="OrleansZones.UseOrleansZones"/>.</param>
    /// <param name="options">The world, as the silos have it.</param>
    public OrleansZoneDirectory(IGrainFactory grains, string world, OrleansZonesOptions options)
    {
        ArgumentNullException.ThrowIfNull(grains);
        ArgumentException.ThrowIfNullOrEmpty(world);
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(options.Layout);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(options.LeaseTime, TimeSpan.Zero);
        (_grain, _terms, _layout, _what) = (grains.GetGrain<IZoneDirectoryGrain>(world), WorldTerms.Of(options), options.Layout, $"The directory of world '{world}'");
    }

    /// <inheritdoc/>
    public TimeSpan LeaseTime => _terms.LeaseTime;

    /// <inheritdoc/>
    /// <exception cref="ZoneException">The grain could not answer, or has another world.</exception>
    public async ValueTask<ZoneMap> ReadAsync(CancellationToken cancellationToken) => ToMap(await AskAsync(() => _grain.ReadAsync(_terms), cancellationToken).ConfigureAwait(false));

    /// <inheritdoc/>
    /// <exception cref="ZoneException">The grain could not answer, or has another world.</exception>
    public async ValueTask<ZoneMap> HeartbeatAsync(ZoneServerInfo server, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(server);
        var renewed = DirectoryEvent.Renewed(server).ToBytes();
        return ToMap(await AskAsync(() => _grain.HeartbeatAsync(_terms, renewed), cancellationToken).ConfigureAwait(false));
    }

    /// <inheritdoc/>
    /// <exception cref="ZoneException">The grain could not answer, or has another world.</exception>
    public async ValueTask<ZoneMap?> TryAssignAsync(ZoneChange change, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(change);
        var answer = await AskAsync(() => _grain.TryAssignAsync(_terms, change.Zone, change.ExpectedEpoch, change.By, change.To), cancellationToken).ConfigureAwait(false);
        return answer.Status == AnswerStatus.Refused ? null : ToMap(answer);
    }

    /// <inheritdoc/>
    /// <exception cref="ZoneException">The grain could not answer, or has another world.</exception>
    public async ValueTask LeaveAsync(string server, CancellationToken cancellationToken)
    {
        ArgumentException.ThrowIfNullOrEmpty(server);
        await AskAsync(() => _grain.LeaveAsync(_terms, server), cancellationToken).ConfigureAwait(false);
    }

    private ValueTask<GrainAnswer> AskAsync(Func<Task<GrainAnswer>> ask, CancellationToken cancellationToken) => GrainQuestion.AskAsync(_what, ask, LeaseTime, cancellationToken);

    private ZoneMap ToMap(GrainAnswer answer)
    {
        if (answer.Bytes is not { } bytes || DirectorySnapshot.Read(bytes) is not { } snapshot) throw new ZoneException($"{_what} gave a map that cannot be read: run one version of Genie.Datagrams.Zones.Orleans in all processes.", isTransient: false);

        // The grain has left out leases that have ended: those in it run, and nothing here counts them.
        var table = new LeaseTable(_layout, TimeSpan.MaxValue, TimeProvider.System);
        table.Restore(snapshot);
        return table.ToMap();
    }
}
