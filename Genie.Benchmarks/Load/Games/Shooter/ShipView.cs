namespace Genie.Benchmarks.Load.Games.Shooter;

/// <summary>Another ship as its messages tell it.</summary>
/// <param name="X">Where it was, cells.</param>
/// <param name="Y">Where it was, cells.</param>
/// <param name="VelocityX">Cells a second.</param>
/// <param name="VelocityY">Cells a second.</param>
/// <param name="SeenAt">When, by the game's clock.</param>
internal readonly record struct SeenShip(double X, double Y, double VelocityX, double VelocityY, TimeSpan SeenAt)
{
    // A ship that comes from farther has begun anew.
    private const double LeapCells = 2;

    /// <summary>After another message.</summary>
    public SeenShip See(double x, double y, TimeSpan now)
    {
        var seconds = (now - SeenAt).TotalSeconds;
        if (seconds <= 0) return this;
        var hasLeapt = Math.Abs(x - X) + Math.Abs(y - Y) > LeapCells;
        return hasLeapt ? new(x, y, 0, 0, now) : new(x, y, (x - X) / seconds, (y - Y) / seconds, now);
    }
}

/// <summary>A shot under way.</summary>
/// <param name="X">Where it began, cells.</param>
/// <param name="Y">Where it began, cells.</param>
/// <param name="Heading">Its direction, radians.</param>
/// <param name="FiredAt">When it was seen to begin.</param>
internal readonly record struct Shot(double X, double Y, double Heading, TimeSpan FiredAt)
{
    /// <summary>Cells a second.</summary>
    public const double Speed = 7;

    /// <summary>How long it flies.</summary>
    public static readonly TimeSpan Life = TimeSpan.FromSeconds(1);

    /// <summary>True while it flies.</summary>
    public bool IsUnderWay(TimeSpan now) => now - FiredAt < Life;

    /// <summary>Removes those that have ended.</summary>
    public static void RemoveEnded(Dictionary<(int Ship, uint Number), Shot> shots, TimeSpan now)
    {
        foreach (var (id, shot) in shots)
        {
            if (!shot.IsUnderWay(now)) shots.Remove(id);
        }
    }

    /// <summary>Where it is.</summary>
    public (double X, double Y) At(TimeSpan now)
    {
        var way = Speed * (now - FiredAt).TotalSeconds;
        return (X + (way * Math.Cos(Heading)), Y + (way * Math.Sin(Heading)));
    }
}
