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

    /// <summary>Takes an event in.</summary>
    public void Apply(string type, long version, ReadOnlyMemory<byte> payload)
    {
        if (version != Version + 1) throw new InvalidDataException($"Version {version} follows version {Version}.");
        Version = version;
        switch (type)
        {
            case PartyEvents.PartyChanged:
                Party = PartyEvents.ReadPartyChanged(payload).Party;
                Changes++;
                break;
            case PartyEvents.LocationResolved:
                Location = PartyReply.Parser.ParseFrom(payload.Span);
                break;
        }
    }

    /// <summary>Reads a stream's state: its snapshot and the events since.</summary>
    public static async Task<PartyState> LoadAsync(IEventStore store, string stream, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(store);
        var state = await store.LoadSnapshotAsync(stream, cancellationToken).ConfigureAwait(false) is { } snapshot ? FromSnapshot(snapshot) : new PartyState();
        await state.CatchUpAsync(store, stream, cancellationToken).ConfigureAwait(false);
        return state;
    }

    internal async Task CatchUpAsync(IEventStore store, string stream, CancellationToken cancellationToken)
    {
        await foreach (var each in store.ReadStreamAsync(stream, Version + 1, cancellationToken).ConfigureAwait(false)) Apply(each.Type, each.Version, each.Payload);
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

    private static PartyState FromSnapshot(StreamSnapshot snapshot)
    {
        var state = snapshot.State.Span;
        var length = BinaryPrimitives.ReadInt32LittleEndian(state[sizeof(long)..]);
        var rest = state[(sizeof(long) + sizeof(int))..];
        return new PartyState
        {
            Version = snapshot.Version,
            Changes = BinaryPrimitives.ReadInt64LittleEndian(state),
            Party = Party.Parser.ParseFrom(rest[..length]),
            Location = PartyReply.Parser.ParseFrom(rest[length..]),
        };
    }
}
