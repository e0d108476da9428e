namespace Genie.Extensions.Genius.Roles;

/// <summary>Somebody governs who is not the governor, or no longer in that term.</summary>
public sealed class NotGovernorException(string member, long term)
    : ForumException($"'{member}' does not govern in term {term}: another one was appointed since, or nobody. Read the forum's state.");
