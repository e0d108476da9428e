namespace Genie.Relay;

/// <summary>The relay cannot do what was asked; the message says why and what to do.</summary>
public class RelayException(string message, bool isTransient, Exception? innerException = null) : Exception(message, innerException)
{
    /// <summary>True if the same may succeed later without anything being changed.</summary>
    public bool IsTransient { get; } = isTransient;
}
