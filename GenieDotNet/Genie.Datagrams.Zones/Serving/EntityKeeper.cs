namespace Genie.Datagrams.Zones.Serving;

/// <summary>The entities that are served here, and their saves. On the server's queue only.</summary>
internal sealed class EntityKeeper(ServerContext context)
{
    private const int ClaimAttempts = 8;

    private readonly Dictionary<ulong, ZoneEntity> _entities = [];
    private readonly HashSet<ulong> _opening = [];
    private readonly List<ZoneEntity> _changed = [];

    public int Count => _entities.Count;

    public IReadOnlyCollection<ZoneEntity> All => _entities.Values;

    public ZoneEntity? Find(ulong entity) => _entities.GetValueOrDefault(entity);

    public bool Holds(ZoneEntity entity) => ReferenceEquals(Find(entity.Id), entity);

    /// <summary>
    /// Makes an entity this server's: by a save that no other server's can follow but by reading it. What a server that is slow, or was paused, still
    /// wants to save of it is refused from then on.
    /// </summary>
    /// <param name="id">The entity.</param>
    /// <param name="known">Its record as another server gave it; null: the store's.</param>
    /// <param name="position">Where it is.</param>
    /// <returns>Null: it is being opened already, others are faster, or the zone was lost meanwhile.</returns>
    public async Task<ZoneEntity?> OpenAsync(ulong id, EntityRecord? known, MapPosition position)
    {
        if (!_opening.Add(id)) return null;
        EntityRecord? claimed = null;
        try
        {
            claimed = await ClaimAsync(id, known, position);
        }
        finally
        {
            await context.Queue.EnterAsync();
            _opening.Remove(id);
        }

        if (claimed is null || context.Ownership.ZoneFor(position) is not { } zone) return null;
        var entity = new ZoneEntity(claimed, zone, context.Options.Time.GetTimestamp(), _changed.Add);
        _entities[id] = entity;
        context.Call(handler => handler.OnEntered(entity));
        return entity;
    }

    /// <summary>Begins to save what has changed.</summary>
    public void SaveChanged()
    {
        foreach (var entity in _changed)
        {
            if (entity is { IsChanged: true, IsSaving: false, IsLeaving: false } && Holds(entity)) entity.Saving = SaveAsync(entity);
        }

        _changed.Clear();
    }

    /// <summary>Saves again what could not be saved, and forgets what nobody is connected for.</summary>
    public void Tick()
    {
        foreach (var entity in _entities.Values.ToList())
        {
            if (entity.IsChanged) _changed.Add(entity);
            else if (entity is { IsAttached: false, IsSaving: false, IsLeaving: false } && context.Options.Time.GetElapsedTime(entity.DetachedAt) >= context.Options.DetachedTimeout) Remove(entity);
        }
    }

    public void Remove(ZoneEntity entity)
    {
        if (!Holds(entity)) return;
        _entities.Remove(entity.Id);
        context.Call(handler => handler.OnLeft(entity));
    }

    /// <summary>Another server has it: nothing of it counts here any more.</summary>
    public void Fence(ZoneEntity entity)
    {
        context.Counters.CountFenced();
        entity.Link?.Refuse();
        Remove(entity);
    }

    private async Task<EntityRecord?> ClaimAsync(ulong id, EntityRecord? known, MapPosition position)
    {
        for (var attempt = 0; attempt < ClaimAttempts; attempt++)
        {
            var record = known ?? await context.Store.LoadAsync(id, context.Stop) ?? new EntityRecord { Entity = id };
            var claimed = record with { Version = record.Version + 1, Position = position };
            if (await context.Store.TrySaveAsync(claimed, context.Stop)) return claimed;
            known = null;
        }

        return null;
    }

    private async Task SaveAsync(ZoneEntity entity)
    {
        var record = entity.BeginSave();
        bool? isKept = null;
        try
        {
            isKept = await context.Store.TrySaveAsync(record, context.Stop);
        }
        catch (Exception error)
        {
            context.Report(error);
        }

        await context.Queue.EnterAsync();
        if (isKept == true)
        {
            entity.EndSave(record);
            entity.Link?.CatchUp();
            if (entity.IsChanged) _changed.Add(entity);
            return;
        }

        entity.FailSave();
        if (isKept == false && Holds(entity)) Fence(entity);
    }
}
