using Genie.Datagrams.Zones.Wire;
using Microsoft.Extensions.Options;

namespace Genie.Datagrams.Zones.Orleans.Grains;

/// <summary>
/// A lease table that the storage has after each change, renewals too: so the ETag stops an activation that does not know of a renewal, or of an owner, that another
/// one has confirmed. An activation counts all leases from when it has read them, which is after their servers have begun to count.
/// </summary>
[GrainType("genie.zones.directory")]
internal sealed class ZoneDirectoryGrain(
    [PersistentState("zones", OrleansZones.StorageName)] IPersistentState<ZonesState> state, IOptionsMonitor<OrleansZonesOptions> worlds) : Grain, IZoneDirectoryGrain
{
    private LeaseTable? _table;
    private WorldTerms _terms;
    private string _misfit = "";

    /// <inheritdoc/>
    public override Task OnActivateAsync(CancellationToken cancellationToken)
    {
        var world = this.GetPrimaryKeyString();
        var options = worlds.Get(world);
        if (options.Layout is null)
        {
            _misfit = $"A silo of the cluster has no world '{world}': call UseOrleansZones in all silos.";
            return Task.CompletedTask;
        }

        _terms = WorldTerms.Of(options);
        var table = new LeaseTable(options.Layout, options.LeaseTime, options.Time);
        if (state.RecordExists)
        {
            if (state.State.Layout != _terms.Layout) _misfit = $"The storage has world '{world}' with other zones: give it the layout that it had, or the world another name.";
            else if (DirectorySnapshot.Read(state.State.Snapshot) is { } snapshot) table.Restore(snapshot);
            else _misfit = $"The state of world '{world}' in the storage is none of a directory: give zones a storage of their own.";
        }

        if (_misfit.Length == 0) _table = table;
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public Task<GrainAnswer> ReadAsync(WorldTerms terms) => With(terms, table => Task.FromResult(GrainAnswer.Done(table.ToLiveSnapshot().ToBytes())));

    /// <inheritdoc/>
    public Task<GrainAnswer> HeartbeatAsync(WorldTerms terms, byte[] renewed) => With(terms, table =>
    {
        if (DirectoryEvent.Read(renewed) is not { Kind: DirectoryEventKind.Renewed } renewal) return Task.FromResult(GrainAnswer.Misfit("A renewal of a lease could not be read: run one version of Genie.Datagrams.Zones.Orleans in all processes."));
        renewal.ApplyTo(table);
        return KeepAsync(table);
    });

    /// <inheritdoc/>
    public Task<GrainAnswer> TryAssignAsync(WorldTerms terms, int zone, long expectedEpoch, string by, string to) => With(terms, table =>
    {
        if (!table.Allows(new ZoneChange(zone, expectedEpoch, by, to))) return Task.FromResult(GrainAnswer.Refused);
        table.Apply(zone, expectedEpoch + 1, table.Find(to)!);
        return KeepAsync(table);
    });

    /// <inheritdoc/>
    public Task<GrainAnswer> LeaveAsync(WorldTerms terms, string server) => With(terms, table =>
    {
        table.End(server);
        return KeepAsync(table);
    });

    private Task<GrainAnswer> With(WorldTerms terms, Func<LeaseTable, Task<GrainAnswer>> work)
    {
        if (_table is not { } table)
        {
            // Another silo, or the same with other settings, may have what this one has not.
            DeactivateOnIdle();
            return Task.FromResult(_misfit.Length > 0 ? GrainAnswer.Misfit(_misfit) : GrainAnswer.Unknown("The grain is about to be activated anew."));
        }

        if (terms.Layout != _terms.Layout) return Task.FromResult(GrainAnswer.Misfit($"World '{this.GetPrimaryKeyString()}' has other zones in the silo that keeps it: give all silos and clients the same layout."));
        return terms.LeaseTime == _terms.LeaseTime
            ? work(table)
            : Task.FromResult(GrainAnswer.Misfit($"World '{this.GetPrimaryKeyString()}' has leases of {_terms.LeaseTime} in the silo that keeps it, and of {terms.LeaseTime} here: give all silos and clients the same LeaseTime."));
    }

    private async Task<GrainAnswer> KeepAsync(LeaseTable table)
    {
        try
        {
            var bytes = table.ToLiveSnapshot().ToBytes();
            (state.State.Layout, state.State.Snapshot) = (_terms.Layout, bytes);
            await state.WriteStateAsync();
            return GrainAnswer.Done(bytes);
        }
        catch (Exception error)
        {
            // Another activation has written, or nobody knows whether this one has: only who reads the storage does.
            _table = null;
            DeactivateOnIdle();
            return GrainAnswer.Unknown($"The storage has not confirmed it ({error.Message}).");
        }
    }
}
