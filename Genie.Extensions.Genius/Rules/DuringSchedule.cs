using Genie.Extensions.Genius.Schedules;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Events whose time lies within a schedule.</summary>
/// <param name="Schedule">The schedule.</param>
public sealed record DuringSchedule(Schedule Schedule) : Condition;
