namespace GameLicenseExample.Playing;

/// <summary>The game server did not answer the first request. The message is for the player.</summary>
/// <param name="innerException">What the request met.</param>
public sealed class ServerUnreachableException(Exception innerException)
    : Exception("The game's server does not answer. Does it run, and at this address? Start it with the command serve, or name where it is with --url.", innerException)
{
    /// <summary>True: the server may be there soon.</summary>
    public static bool IsTransient => true;
}
