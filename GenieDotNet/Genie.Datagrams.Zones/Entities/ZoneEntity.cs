using Genie.Datagrams.Rpc;
using Genie.Datagrams.Zones.Serving;

namespace Genie.Datagrams.Zones;

/// <summary>
/// An entity that a zone server serves. It belongs to the server's one thread at a time: touch it in methods of <see cref="IZoneHandler"/> and in
/// <see cref="ZoneServer"/>.Invoke only. What is set and sent in one call is kept together or not at all, with the message that the call was for.
/// </summary>
public sealed class ZoneEntity
{
    private readonly Action<ZoneEntity> _changed;
    private ReadOnlyMemory<byte> _state;

    internal ZoneEntity(EntityRecord record, int zone, long now, Action<ZoneEntity> changed)
    {
        (Id, Zone, Position, Version, Session, Received, KeptReceived) = (record.Entity, zone, record.Position, record.Version, record.Session, record.Received, record.Received);
        (_state, Outbox, DetachedAt, _changed) = (record.State, new Outbox(record.FirstSent, record.Outbox), now, changed);
    }

    /// <summary>The entity.</summary>
    public ulong Id { get; }

    /// <summary>The zone that it is served in. Near a border it may be the one before.</summary>
    public int Zone { get; internal set; }

    /// <summary>Where it is.</summary>
    public MapPosition Position { get; internal set; }

    /// <summary>True while its client is connected to this server.</summary>
    public bool IsAttached => Link is not null;

    /// <summary>The connection of its client, for calls of the application's own services, or null while the client is not connected to this server.</summary>
    public RpcConnection? Client => Link?.Connection;

    /// <summary>What the application keeps of it, at most <see cref="ZoneLimits.MaxStateBytes"/>. Setting it keeps it in the store; the bytes belong to the entity then.</summary>
    /// <exception cref="ZoneException">More than that.</exception>
    public ReadOnlyMemory<byte> State
    {
        get => _state;
        set
        {
            if (value.Length > ZoneLimits.MaxStateBytes) throw new ZoneException($"A state of {value.Length:N0} bytes exceeds {ZoneLimits.MaxStateBytes:N0}: keep the rest elsewhere.", isTransient: false);
            _state = value;
            Change();
        }
    }

    internal Outbox Outbox { get; }

    /// <summary>The version that the store has.</summary>
    internal long Version { get; set; }

    internal ulong Session { get; private set; }

    /// <summary>The client's messages up to this one have been handled.</summary>
    internal long Received { get; private set; }

    /// <summary>Those up to this one are in the store.</summary>
    internal long KeptReceived { get; private set; }

    internal ClientLink? Link { get; set; }

    /// <summary>When the client was last seen to be gone, or the entity came here.</summary>
    internal long DetachedAt { get; set; }

    internal bool IsChanged { get; private set; }

    internal bool IsSaving { get; private set; }

    /// <summary>The last save, which may have ended.</summary>
    internal Task Saving { get; set; } = Task.CompletedTask;

    /// <summary>It is being handed over: nothing is taken for it.</summary>
    internal bool IsLeaving { get; set; }

    /// <summary>Sends a message to the client, however often it changes servers: once, and in order. It leaves when it is kept in the store.</summary>
    /// <param name="message">The message, at most <see cref="ZoneLimits.MaxMessageBytes"/>. Its bytes are the caller's again when the method returns.</param>
    /// <exception cref="ZoneException">It is larger, or the client has acknowledged too few of those before (transient).</exception>
    public void Send(ReadOnlySpan<byte> message)
    {
        Outbox.Add(message);
        Change();
    }

    internal void Change()
    {
        IsChanged = true;
        _changed(this);
    }

    /// <summary>A message of the client has been handled.</summary>
    internal void Receive(long number)
    {
        Received = number;
        Change();
    }

    /// <summary>
    /// True if the client knows of a later save than this server: it was with another one meanwhile, which this one has not noticed as it had nothing to
    /// save. What is here is of no use any more.
    /// </summary>
    internal bool IsBehind(ulong session, long confirmed) => session == Session && confirmed > KeptReceived;

    /// <summary>A new run of the client numbers anew: what it has not acknowledged is sent again from where it says.</summary>
    internal void Begin(ulong session, long confirmed, long delivered)
    {
        if (session == Session)
        {
            Outbox.Acknowledge(delivered);
            return;
        }

        (Session, Received, KeptReceived) = (session, confirmed, confirmed);
        Outbox.Renumber(delivered + 1);
        Change();
    }

    internal EntityRecord BeginSave()
    {
        (IsChanged, IsSaving) = (false, true);
        return ToRecord() with { Version = Version + 1 };
    }

    /// <summary>A record is in the store.</summary>
    internal void EndSave(EntityRecord saved)
    {
        IsSaving = false;
        Version = saved.Version;

        // A save of an earlier run of the client says nothing of this one's numbers.
        if (saved.Session != Session) return;
        KeptReceived = saved.Received;
        Outbox.Keep(saved.FirstSent + saved.Outbox.Count - 1);
    }

    internal void FailSave() => (IsChanged, IsSaving) = (true, false);

    internal EntityRecord ToRecord() => new()
    {
        Entity = Id,
        Version = Version,
        Session = Session,
        Received = Received,
        FirstSent = Outbox.First,
        Outbox = Outbox.ToArray(),
        State = _state,
        Position = Position,
    };
}
