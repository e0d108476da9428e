using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Roles;

/// <summary>What follows from a member's wish in a group's state: the events to append, none if there is nothing to change. No side effects.</summary>
internal static class MemberGroupDecisions
{
    public static IReadOnlyList<NewEvent> Join(MemberGroupState state, string member) =>
        state.Members.Contains(member) ? [] : [new(MemberGroupEvents.Joined, new MemberJoined { Member = member }.ToByteArray())];

    /// <summary>Members depart together. Where the leader is among them, whoever joined first of those who stay succeeds, with the filter as it was.</summary>
    public static IReadOnlyList<NewEvent> Depart(MemberGroupState state, IReadOnlyCollection<string> members, Departure departure)
    {
        var events = state.Members.Where(members.Contains)
            .Select(member => new NewEvent(MemberGroupEvents.Departed, new MemberDeparted { Member = member, Departure = departure }.ToByteArray())).ToList();
        var isLeaderGone = state.Leader is { } leader && members.Contains(leader);
        if (isLeaderGone && state.Members.Find(member => !members.Contains(member)) is { } successor)
            events.Add(Appoint(state, successor, Appointment.Succeeded, state.Filter));
        return events;
    }

    /// <exception cref="NotMemberException">The one to be promoted is no member.</exception>
    public static IReadOnlyList<NewEvent> Promote(MemberGroupState state, string member)
    {
        if (!state.Members.Contains(member)) throw new NotMemberException(member);
        return state.Leader == member ? [] : [Appoint(state, member, Appointment.Promoted, MessageFilter.All)];
    }

    /// <exception cref="NotLeaderException">Somebody else leads by now.</exception>
    public static IReadOnlyList<NewEvent> SetFilter(MemberGroupState state, string member, long term, MessageFilter filter)
    {
        if (state.Leader != member || state.Term != term) throw new NotLeaderException(member, term);
        return state.Filter.Equals(filter) ? [] : [new(MemberGroupEvents.FilterChanged, new FilterChanged { Term = term, Filter = filter.ToMessage() }.ToByteArray())];
    }

    private static NewEvent Appoint(MemberGroupState state, string member, Appointment appointment, MessageFilter filter) => new(
        MemberGroupEvents.Appointed, new LeaderAppointed { Member = member, Term = state.Term + 1, Appointment = appointment, Filter = filter.ToMessage() }.ToByteArray());
}
