namespace Genie.Brokers;

/// <summary>Every error a driver reports. The message says what happened and what to do about it.</summary>
public class BrokerException : Exception
{
    /// <summary>Creates the error.</summary>
    /// <param name="message">What happened and what to do.</param>
    /// <param name="isTransient">True if the same call may succeed later without a change.</param>
    /// <param name="innerException">The cause, if another library reported it.</param>
    public BrokerException(string message, bool isTransient, Exception? innerException = null)
        : base(message, innerException) => IsTransient = isTransient;

    /// <summary>True if the same call may succeed later without anything being changed.</summary>
    public bool IsTransient { get; }

    /// <summary>The same error as an object of its own, for one more caller: an object thrown by several at once would mix their stack traces.</summary>
    public static Exception ForAnother(Exception error) => error switch
    {
        BrokerException broker => (Exception)broker.MemberwiseClone(),
        ObjectDisposedException disposed => new ObjectDisposedException(disposed.ObjectName),
        _ => error,
    };
}
