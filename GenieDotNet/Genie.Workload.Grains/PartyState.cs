using System.Buffers.Binary;
using Genie.EventStore;
using Genie.Workload.Messages;
using Google.Protobuf;

namespace Genie.Workload.Grains;

/// <summary>What a party's events amount to.</summary>
public sealed class PartyState
{
    /// <summary>The last event that is in it.</summary>
    public long Version { get; private set; }

    /// <summary>Requests that took effect.</summary>
    public long Changes { get; private set; }

    /// <summary>The party as the last request left it.</summary>
    public Party Party { get; private set; } = new();

    /// <summary>Codes of the areas around its primary address, and the request that they came with.</summary>
    public PartyReply Location { get; private set; } = new();

    /// <summary>The newest version of events that it takes in.</summary>
    internal int EventVersionMax { get; init; } = PartyEvents.NewestVersion;

    /// <summary>Takes an event in.</summary>
    /// <exception cref="NewerEventException">It is of a version that is not known here; the state stays as it was.</exception>
    public void Apply(string type, long version, ReadOnlyMemory<byte> payload)
    {
        // A stream that was deleted begins anew above the versions that it had.
        if (version != Version + 1 && Version > 0) throw new InvalidDataException($"Version {version} follows version {Version}.");
        if (PartyEvents.ChangeVersionOf(type) is { } eventVersion)
        {
            if (eventVersion > EventVersionMax) throw new NewerEventException(type, EventVersionMax);
            Party = PartyEvents.ReadPartyChanged(type, payload).Party;
            Changes++;
        }
        else if (type == PartyEvents.LocationResolved)
        {
            Location = PartyReply.Parser.ParseFrom(payload.Span);
        }

        Version = version;
    }

    /// <summary>Reads a stream's state: its snapshot and the events since.</summary>
    public static Task<PartyState> LoadAsync(IEventStore store, string stream, CancellationToken cancellationToken) =>
        LoadAsync(store, stream, PartyEvents.NewestVersion, cancellationToken);

    internal static async Task<PartyState> LoadAsync(IEventStore store, string stream, int eventVersionMax, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(store);
        var state = await store.LoadSnapshotAsync(stream, cancellationToken).ConfigureAwait(false) is { } snapshot
            ? FromSnapshot(snapshot, eventVersionMax) : new PartyState { EventVersionMax = eventVersionMax };
        await foreach (var each in store.ReadStreamAsync(stream, state.Version + 1, cancellationToken).ConfigureAwait(false)) state.Apply(each.Type, each.Version, each.Payload);
        return state;
    }

    /// <summary>Eight bytes, the number of changes; four, the party's length; the party; the location.</summary>
    internal StreamSnapshot ToSnapshot()
    {
        var (party, location) = (Party.ToByteArray(), Location.ToByteArray());
        var state = new byte[sizeof(long) + sizeof(int) + party.Length + location.Length];
        BinaryPrimitives.WriteInt64LittleEndian(state, Changes);
        BinaryPrimitives.WriteInt32LittleEndian(state.AsSpan(sizeof(long)), party.Length);
        party.CopyTo(state, sizeof(long) + sizeof(int));
        location.CopyTo(state, sizeof(long) + sizeof(int) + party.Length);
        return new StreamSnapshot(Version, state);
    }

    private static PartyState FromSnapshot(StreamSnapshot snapshot, int eventVersionMax)
    {
        var state = snapshot.State.Span;
        var length = BinaryPrimitives.ReadInt32LittleEndian(state[sizeof(long)..]);
        var rest = state[(sizeof(long) + sizeof(int))..];
        return new PartyState
        {
            EventVersionMax = eventVersionMax,
            Version = snapshot.Version,
            Changes = BinaryPrimitives.ReadInt64LittleEndian(state),
            Party = Party.Parser.ParseFrom(rest[..length]),
            Location = PartyReply.Parser.ParseFrom(rest[length..]),
        };
    }
}
