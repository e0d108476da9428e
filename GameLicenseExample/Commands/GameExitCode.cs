namespace GameLicenseExample.Commands;

/// <summary>What the program answers to the shell.</summary>
public static class GameExitCode
{
    /// <summary>The licence was accepted, and the game played to its end.</summary>
    public const int Accepted = 0;

    /// <summary>Something failed; standard error says what.</summary>
    public const int Failure = 1;

    /// <summary>The arguments make no sense; nothing was done.</summary>
    public const int BadArguments = 2;

    /// <summary>The licence was denied, or ended during the game.</summary>
    public const int Denied = 4;
}
