using Orleans.Placement;

namespace Genie.Datagrams.Zones.Orleans.Grains;

/// <summary>Compares and sets, with the storage as the judge. Lives in the silo of the zone server that serves the entity, where a save is a call within the process.</summary>
[GrainType("genie.zones.entity")]
[PreferLocalPlacement]
internal sealed class ZoneEntityGrain([PersistentState("entity", OrleansZones.StorageName)] IPersistentState<EntityState> state) : Grain, IZoneEntityGrain
{
    private bool _isUnknown;

    /// <inheritdoc/>
    public Task<GrainAnswer> LoadAsync() => Task.FromResult(_isUnknown ? GoAnew() : GrainAnswer.Done(state.State.Version == 0 ? null : state.State.Record));

    /// <inheritdoc/>
    public async Task<GrainAnswer> TrySaveAsync(Guid save, long version, byte[] record)
    {
        if (_isUnknown) return GoAnew();
        try
        {
            // Behind what the caller has: another activation has written since. Only the storage may say no, or an owner would give up what is his own.
            if (state.State.Version < version - 1) await state.ReadStateAsync();
            if (state.State.Version == version && state.State.Save == save) return GrainAnswer.Done();
            if (state.State.Version != version - 1) return GrainAnswer.Refused;
            (state.State.Version, state.State.Save, state.State.Record) = (version, save, record);
            await state.WriteStateAsync();
            return GrainAnswer.Done();
        }
        catch (Exception error)
        {
            _isUnknown = true;
            DeactivateOnIdle();
            return GrainAnswer.Unknown($"The storage has not confirmed it ({error.Message}).");
        }
    }

    private GrainAnswer GoAnew()
    {
        DeactivateOnIdle();
        return GrainAnswer.Unknown("The grain is about to be activated anew.");
    }
}
