using System.Collections.Immutable;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Roles;

/// <summary>What a group's events amount to. Leases are not in it: they say how long to wait, and what came of it is an event.</summary>
public sealed record MemberGroupState
{
    /// <summary>A group without events.</summary>
    public static MemberGroupState Empty { get; } = new();

    /// <summary>The last event that is in it.</summary>
    public long Version { get; internal init; }

    /// <summary>All members, the leader too, in the order in which they joined.</summary>
    public ImmutableList<string> Members { get; private init; } = [];

    /// <summary>The leader, or null: then everything passes.</summary>
    public string? Leader { get; private init; }

    /// <summary>How many leaders there have been.</summary>
    public long Term { get; private init; }

    /// <summary>What the other observers receive.</summary>
    public MessageFilter Filter { get; private init; } = MessageFilter.All;

    /// <summary>Messages published so far.</summary>
    public long Messages { get; private init; }

    /// <summary>True if a member receives a message that is published in this state: a leader everything, an observer what the filter lets pass.</summary>
    public bool IsDelivered(string member, GeniusEvent message) => Members.Contains(member) && (member == Leader || Filter.Passes(message));

    /// <summary>The state after one more event.</summary>
    /// <exception cref="InvalidDataException">The event does not follow, or is not a group's.</exception>
    public MemberGroupState After(RecordedEvent value)
    {
        ArgumentNullException.ThrowIfNull(value);
        if (value.Version != Version + 1) throw new InvalidDataException($"Version {value.Version} follows version {Version}.");
        return After(value.Type, value.Payload.Span) with { Version = value.Version };
    }

    /// <summary>Reads a group's state from its events.</summary>
    public static async Task<MemberGroupState> LoadAsync(IEventStore store, string group, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(store);
        var state = Empty;
        await foreach (var each in store.ReadStreamAsync(MemberGroupEvents.StreamOf(group), 1, cancellationToken).ConfigureAwait(false)) state = state.After(each);
        return state;
    }

    /// <inheritdoc/>
    public bool Equals(MemberGroupState? other) =>
        other is not null && Version == other.Version && Leader == other.Leader && Term == other.Term && Messages == other.Messages
        && Filter.Equals(other.Filter) && Members.SequenceEqual(other.Members);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Version, Leader, Term);

    private MemberGroupState After(string type, ReadOnlySpan<byte> payload)
    {
        switch (type)
        {
            case MemberGroupEvents.Joined:
                return this with { Members = Members.Add(MemberJoined.Parser.ParseFrom(payload).Member) };
            case MemberGroupEvents.Departed:
                var member = MemberDeparted.Parser.ParseFrom(payload).Member;
                var remaining = this with { Members = Members.Remove(member) };
                return member == Leader ? remaining with { Leader = null, Filter = MessageFilter.All } : remaining;
            case MemberGroupEvents.Appointed:
                var appointed = LeaderAppointed.Parser.ParseFrom(payload);
                return this with { Leader = appointed.Member, Term = appointed.Term, Filter = MessageFilter.FromMessage(appointed.Filter) };
            case MemberGroupEvents.FilterChanged:
                return this with { Filter = MessageFilter.FromMessage(FilterChanged.Parser.ParseFrom(payload).Filter) };
            case MemberGroupEvents.Published:
                return this with { Messages = Messages + 1 };
            default:
                throw new InvalidDataException($"'{type}' is no event of a group.");
        }
    }
}
