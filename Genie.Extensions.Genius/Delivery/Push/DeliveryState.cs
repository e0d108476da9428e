using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.Delivery.Push;

/// <summary>What a subscription's events amount to. Not for concurrent callers.</summary>
internal sealed class DeliveryState
{
    private readonly SortedSet<long> _settled = [];
    private readonly SortedDictionary<long, DeliveryRetry> _waiting = [];
    private readonly SortedDictionary<long, DeadLetter> _dead = [];

    /// <summary>The last event of the subscription's stream that is in it.</summary>
    public long Version { get; private set; }

    /// <summary>Up to here everything was settled or was not to be delivered, but for what is <see cref="Waiting"/>.</summary>
    public long Floor { get; private set; }

    /// <summary>Events whose last attempt failed, by position.</summary>
    public IReadOnlyDictionary<long, DeliveryRetry> Waiting => _waiting;

    /// <summary>Events that were given up, by position.</summary>
    public IReadOnlyDictionary<long, DeadLetter> Dead => _dead;

    /// <summary>True if nothing is left to do about an event.</summary>
    public bool IsSettled(long position) => !_waiting.ContainsKey(position) && (position <= Floor || _settled.Contains(position));

    /// <summary>Takes an event of the stream in.</summary>
    /// <exception cref="InvalidDataException">It does not follow the last one.</exception>
    public void Apply(string type, long version, ReadOnlyMemory<byte> payload)
    {
        if (version != Version + 1) throw new InvalidDataException($"Version {version} follows version {Version}.");
        Version = version;
        switch (type)
        {
            case DeliveryEvents.Began:
                RaiseFloor(DeliveryBegan.Parser.ParseFrom(payload.Span).Position);
                break;
            case DeliveryEvents.AttemptFailed:
                Wait(DeliveryAttemptFailed.Parser.ParseFrom(payload.Span));
                break;
            case DeliveryEvents.Delivered or DeliveryEvents.DeadLettered:
                Settle(DeliverySettled.Parser.ParseFrom(payload.Span), isDead: type == DeliveryEvents.DeadLettered);
                break;
            case DeliveryEvents.Requeued:
                var position = DeliveryRequeued.Parser.ParseFrom(payload.Span).Position;
                _dead.Remove(position);
                _waiting[position] = new DeliveryRetry(0, DateTimeOffset.MinValue, "");
                break;
        }
    }

    /// <summary>Removes what lies below a floor that a checkpoint knows.</summary>
    public void RaiseFloor(long floor)
    {
        if (floor <= Floor) return;
        Floor = floor;
        _settled.RemoveWhere(position => position <= floor);
    }

    /// <summary>The state, to begin from.</summary>
    public StreamSnapshot ToSnapshot()
    {
        var snapshot = new DeliverySnapshot { Floor = Floor, Settled = { _settled } };
        foreach (var (position, retry) in _waiting) snapshot.Waiting.Add(ToMessage(position, retry));
        foreach (var letter in _dead.Values) snapshot.Dead.Add(new DeliverySettled { Position = letter.Position, Attempts = letter.Attempts, Reason = letter.Reason });
        return new StreamSnapshot(Version, snapshot.ToByteArray());
    }

    /// <summary>The state of a snapshot.</summary>
    public static DeliveryState FromSnapshot(StreamSnapshot snapshot)
    {
        var message = DeliverySnapshot.Parser.ParseFrom(snapshot.State.Span);
        var state = new DeliveryState { Version = snapshot.Version, Floor = message.Floor };
        state._settled.UnionWith(message.Settled);
        foreach (var each in message.Waiting) state.Wait(each);
        foreach (var each in message.Dead) state._dead[each.Position] = new DeadLetter(each.Position, each.Attempts, each.Reason);
        return state;
    }

    /// <summary>The message of a failed attempt.</summary>
    public static DeliveryAttemptFailed ToMessage(long position, DeliveryRetry retry) =>
        new() { Position = position, Attempts = retry.Attempts, Due = Timestamp.FromDateTimeOffset(retry.Due), Reason = retry.Reason };

    private void Wait(DeliveryAttemptFailed failed) => _waiting[failed.Position] = new DeliveryRetry(failed.Attempts, failed.Due.ToDateTimeOffset(), failed.Reason);

    private void Settle(DeliverySettled settled, bool isDead)
    {
        _waiting.Remove(settled.Position);
        if (settled.Position > Floor) _settled.Add(settled.Position);
        if (isDead) _dead[settled.Position] = new DeadLetter(settled.Position, settled.Attempts, settled.Reason);
        RaiseFloor(settled.Floor);
    }
}
