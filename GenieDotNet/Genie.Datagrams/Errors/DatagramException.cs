namespace Genie.Datagrams;

/// <summary>Every error of this library. The message says what happened and what to do about it.</summary>
public class DatagramException : Exception
{
    /// <summary>Creates the error.</summary>
    /// <param name="message">What happened and what to do.</param>
    /// <param name="isTransient">True if the same call may succeed later without a change.</param>
    /// <param name="innerException">The cause, if another library reported it.</param>
    public DatagramException(string message, bool isTransient, Exception? innerException = null)
        : base(message, innerException) => IsTransient = isTransient;

    /// <summary>True if the same call may succeed later without anything being changed.</summary>
    public bool IsTransient { get; }
}
