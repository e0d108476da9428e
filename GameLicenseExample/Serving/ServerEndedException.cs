namespace GameLicenseExample.Serving;

/// <summary>The licence server ended before it could be asked.</summary>
/// <param name="words">What it said last.</param>
public sealed class ServerEndedException(string words) : Exception($"The licence server ended: {words}")
{
    /// <summary>True: what it met, such as a taken port, may be gone at the next start.</summary>
    public static bool IsTransient => true;
}
