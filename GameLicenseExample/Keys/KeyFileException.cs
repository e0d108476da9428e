namespace GameLicenseExample.Keys;

/// <summary>A key file cannot be used. The message says what to do.</summary>
/// <param name="message">What is wrong and what to do.</param>
public sealed class KeyFileException(string message) : Exception(message)
{
    /// <summary>Always false: somebody has to look at the file.</summary>
    public static bool IsTransient => false;
}
