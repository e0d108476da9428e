namespace Genie.Extensions.Genius.Schedules;

/// <summary>A schedule that no clock can be compared with, such as one in an unknown time zone.</summary>
/// <param name="message">What is wrong, and what is expected.</param>
/// <param name="inner">What found it.</param>
public sealed class InvalidScheduleException(string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Always false: the schedule must be changed.</summary>
    public static bool IsTransient => false;
}
