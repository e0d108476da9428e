namespace Genie.Grains;

/// <summary>Every error of the grain runtime itself. What a grain throws reaches its caller as it is.</summary>
public class GrainException : Exception
{
    /// <summary>Creates the error.</summary>
    /// <param name="message">What happened and what to do.</param>
    /// <param name="isTransient">True if the same call may succeed later without a change.</param>
    public GrainException(string message, bool isTransient)
        : this(message, isTransient, innerException: null)
    {
    }

    /// <summary>Creates the error.</summary>
    /// <param name="message">What happened and what to do.</param>
    /// <param name="isTransient">True if the same call may succeed later without a change.</param>
    /// <param name="innerException">The cause.</param>
    public GrainException(string message, bool isTransient, Exception? innerException)
        : base(message, innerException)
    {
        // Kept where it goes with the error to other processes.
        if (isTransient) Data[nameof(IsTransient)] = true;
    }

    /// <summary>True if the same call may succeed later without anything being changed.</summary>
    public bool IsTransient => Data[nameof(IsTransient)] is true;
}
