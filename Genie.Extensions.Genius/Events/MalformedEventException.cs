namespace Genie.Extensions.Genius.Events;

/// <summary>An event that lacks something or has what may not be, or bytes that are no event; it had no effect. Sending the same again fails again.</summary>
/// <param name="message">What is wrong.</param>
/// <param name="inner">What found it.</param>
public sealed class MalformedEventException(string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Always false: the bytes do not get better.</summary>
    public static bool IsTransient => false;
}
