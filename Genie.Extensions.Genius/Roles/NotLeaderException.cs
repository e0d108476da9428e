namespace Genie.Extensions.Genius.Roles;

/// <summary>Somebody leads who is not the leader, or no longer in that term.</summary>
public sealed class NotLeaderException(string member, long term)
    : MemberGroupException($"'{member}' does not lead in term {term}: another one was appointed since, or nobody. Read the group's state.");
