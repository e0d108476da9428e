namespace GameLicenseExample.Features.Decisions;

/// <summary>What was asked for is against the rules of a feature; the message says why, in words for who asked. Nothing was written.</summary>
public sealed class FeatureRefusedException(string message) : Exception(message)
{
    /// <summary>False: the same request is refused again until something else changes.</summary>
    public static bool IsTransient => false;
}
