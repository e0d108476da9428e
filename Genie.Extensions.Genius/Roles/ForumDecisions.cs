using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Roles;

/// <summary>What follows from a member's wish in a forum's state: the events to append, none if there is nothing to change. No side effects.</summary>
internal static class ForumDecisions
{
    public static IReadOnlyList<NewEvent> Join(ForumState state, string member) =>
        state.Members.Contains(member) ? [] : [new(ForumEvents.Joined, new MemberJoined { Member = member }.ToByteArray())];

    /// <summary>Members depart together. Where the governor is among them, whoever joined first of those who stay succeeds, with the filter as it was.</summary>
    public static IReadOnlyList<NewEvent> Depart(ForumState state, IReadOnlyCollection<string> members, Departure departure)
    {
        var events = state.Members.Where(members.Contains)
            .Select(member => new NewEvent(ForumEvents.Departed, new MemberDeparted { Member = member, Departure = departure }.ToByteArray())).ToList();
        var isGovernorGone = state.Governor is { } governor && members.Contains(governor);
        if (isGovernorGone && state.Members.Find(member => !members.Contains(member)) is { } successor)
            events.Add(Appoint(state, successor, Appointment.Succeeded, state.Filter));
        return events;
    }

    /// <exception cref="NotMemberException">The one to be promoted is no member.</exception>
    public static IReadOnlyList<NewEvent> Promote(ForumState state, string member)
    {
        if (!state.Members.Contains(member)) throw new NotMemberException(member);
        return state.Governor == member ? [] : [Appoint(state, member, Appointment.Promoted, MessageFilter.All)];
    }

    /// <exception cref="NotGovernorException">Somebody else governs by now.</exception>
    public static IReadOnlyList<NewEvent> SetFilter(ForumState state, string member, long term, MessageFilter filter)
    {
        if (state.Governor != member || state.Term != term) throw new NotGovernorException(member, term);
        return state.Filter.Equals(filter) ? [] : [new(ForumEvents.FilterChanged, new FilterChanged { Term = term, Filter = filter.ToMessage() }.ToByteArray())];
    }

    private static NewEvent Appoint(ForumState state, string member, Appointment appointment, MessageFilter filter) => new(
        ForumEvents.Appointed, new GovernorAppointed { Member = member, Term = state.Term + 1, Appointment = appointment, Filter = filter.ToMessage() }.ToByteArray());
}
