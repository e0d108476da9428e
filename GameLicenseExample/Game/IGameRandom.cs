namespace GameLicenseExample.Game;

/// <summary>Where the game's luck comes from.</summary>
public interface IGameRandom
{
    /// <summary>A number from 0 to one less than <paramref name="count"/>, each as likely as the others.</summary>
    int Next(int count);
}
