namespace Genie.EventStore;

/// <summary>Every error an event store reports. The message says what happened and what to do about it.</summary>
public class EventStoreException : Exception
{
    /// <summary>Creates the error.</summary>
    /// <param name="message">What happened and what to do.</param>
    /// <param name="isTransient">True if the same call may succeed later without a change.</param>
    /// <param name="innerException">The cause.</param>
    public EventStoreException(string message, bool isTransient, Exception? innerException = null)
        : base(message, innerException) => IsTransient = isTransient;

    /// <summary>True if the same call may succeed later without anything being changed.</summary>
    public bool IsTransient { get; }
}
