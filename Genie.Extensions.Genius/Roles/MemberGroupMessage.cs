using Genie.Extensions.Genius.Events;

namespace Genie.Extensions.Genius.Roles;

/// <summary>A message as a member receives it.</summary>
/// <param name="Version">Its version in the group's stream; go on after it.</param>
/// <param name="Message">The message.</param>
public sealed record MemberGroupMessage(long Version, GeniusEvent Message);
