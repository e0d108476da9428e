namespace Genie.Extensions.Genius.Roles;

/// <summary>Somebody acts who is no member: never joined, left, or not heard of for a lease's time.</summary>
public sealed class NotMemberException(string member) : MemberGroupException($"'{member}' is no member, or no longer: join first.");
