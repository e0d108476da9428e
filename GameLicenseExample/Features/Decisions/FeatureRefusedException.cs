namespace GameLicenseExample.Features.Decisions;

/// <summary>What was asked for is against the rules of a feature; the message says why, in words for who asked. Nothing was written.</summary>
public sealed class FeatureRefusedException(string message) : Exception(message)
{
    /// <summary>A request's name was used before, for something else.</summary>
    internal static FeatureRefusedException OfReusedName(string request) =>
        new($"The request '{request[(request.LastIndexOf('/') + 1)..]}' was another one before: give each request a name of its own, and the same only when it is sent again.");

    /// <summary>False: the same request is refused again until something else changes.</summary>
    public static bool IsTransient => false;
}
