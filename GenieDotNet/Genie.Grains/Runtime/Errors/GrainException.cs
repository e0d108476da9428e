namespace Genie.Grains;

/// <summary>Every error of the grain runtime itself. What a grain throws reaches its caller as it is.</summary>
public class GrainException : Exception
{
    /// <summary>Creates the error.</summary>
    /// <param name="message">What happened and what to do.</param>
    /// <param name="isTransient">True if the same call may succeed later without a change.</param>
    public GrainException(string message, bool isTransient)
        : base(message) => IsTransient = isTransient;

    /// <summary>True if the same call may succeed later without anything being changed.</summary>
    public bool IsTransient { get; }
}
