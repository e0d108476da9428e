namespace Genie.Benchmarks.Load.Games.Shooter;

/// <summary>What a viewer sees at a moment. Points are in cells from the south-western corner.</summary>
/// <param name="TimeMilliseconds">The moment, by the game's clock.</param>
/// <param name="Ships">Ships.</param>
/// <param name="Shots">Shots under way.</param>
/// <param name="Hits">Hits of the last moments.</param>
internal sealed record ShooterFrame(long TimeMilliseconds, IReadOnlyList<ShooterFrame.ShipPoint> Ships, IReadOnlyList<ShooterFrame.ShotPoint> Shots, IReadOnlyList<ShooterFrame.HitPoint> Hits)
{
    /// <summary>A ship.</summary>
    /// <param name="Id">Its number.</param>
    /// <param name="X">Where it is.</param>
    /// <param name="Y">Where it is.</param>
    /// <param name="Health">Hits that it takes yet.</param>
    /// <param name="Kills">Ships that it was seen to destroy.</param>
    internal sealed record ShipPoint(int Id, double X, double Y, int Health, int Kills);

    /// <summary>A shot.</summary>
    /// <param name="Id">Its ship's number and its own.</param>
    /// <param name="X">Where it is.</param>
    /// <param name="Y">Where it is.</param>
    /// <param name="Heading">Its direction, radians from east counter-clockwise.</param>
    internal sealed record ShotPoint(string Id, double X, double Y, double Heading);

    /// <summary>A hit.</summary>
    /// <param name="X">Where.</param>
    /// <param name="Y">Where.</param>
    /// <param name="IsDestroyed">True if it was the ship's last.</param>
    /// <param name="AgeMilliseconds">How long ago.</param>
    internal sealed record HitPoint(double X, double Y, bool IsDestroyed, int AgeMilliseconds);
}
