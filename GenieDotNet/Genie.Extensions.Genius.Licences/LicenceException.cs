namespace Genie.Extensions.Genius.Licences;

/// <summary>Every error about licences. The message says what to do.</summary>
public class LicenceException : Exception
{
    /// <summary>Creates the error.</summary>
    /// <param name="message">What happened and what to do.</param>
    /// <param name="isTransient">True if the same call may succeed later without a change.</param>
    public LicenceException(string message, bool isTransient = false)
        : base(message) => IsTransient = isTransient;

    /// <summary>True if the same call may succeed later without anything being changed.</summary>
    public bool IsTransient { get; }
}
