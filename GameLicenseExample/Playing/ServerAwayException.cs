using System.Globalization;

namespace GameLicenseExample.Playing;

/// <summary>The game server went away during a game and did not come back in time. The message is for the player.</summary>
/// <param name="credits">What the player has.</param>
/// <param name="away">How long the server has been away.</param>
/// <param name="innerException">What the last attempt met; null: no answer at all.</param>
public sealed class ServerAwayException(long credits, TimeSpan away, Exception? innerException) : Exception(
    string.Create(CultureInfo.InvariantCulture, $"The game server has been away for {away.TotalSeconds:0} s, so the game ends here. You have {credits} credits; every play that counted is on record with the server."), innerException)
{
    /// <summary>True: the server may come back.</summary>
    public static bool IsTransient => true;
}
