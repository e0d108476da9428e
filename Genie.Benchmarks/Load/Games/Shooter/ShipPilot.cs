namespace Genie.Benchmarks.Load.Games.Shooter;

/// <summary>A bot's mind: flies from one point to another, and fires at what comes before it. Follows from its seed.</summary>
internal sealed class ShipPilot(int seed)
{
    /// <summary>How fast a ship turns, radians a second.</summary>
    public const double TurnRate = 2.5;

    private const double RangeCells = 5;
    private const double ConeRadians = 0.6;
    private const double AimRadians = 0.12;
    private const double ArrivalCells = 1.5;
    private const double MarginCells = 1.5;

    private readonly Random _random = new(seed);
    private (double X, double Y)? _goal;

    /// <summary>Any point of the arena.</summary>
    public (double X, double Y) AnyPoint() => (Anywhere(), Anywhere());

    /// <summary>Forgets where it was going.</summary>
    public void BeginAnew() => _goal = null;

    /// <summary>What to do now.</summary>
    /// <param name="x">Where the ship is, cells.</param>
    /// <param name="y">Where the ship is, cells.</param>
    /// <param name="heading">Its direction, radians.</param>
    /// <param name="others">The ships that it sees.</param>
    /// <returns>The direction to turn to, and whether the ship should fire if it can.</returns>
    public (double Heading, bool IsFiring) Decide(double x, double y, double heading, IEnumerable<SeenShip> others)
    {
        if (_goal is not { } known || Distance(x, y, known.X, known.Y) < ArrivalCells) _goal = AnyPoint();
        var (goalX, goalY) = _goal!.Value;
        var aim = FindAim(x, y, heading, others);
        return aim is { } target ? (target, Math.Abs(Turn(heading, target)) < AimRadians) : (Math.Atan2(goalY - y, goalX - x), false);
    }

    /// <summary>The shorter way from one direction to another, radians, counter-clockwise above 0.</summary>
    public static double Turn(double from, double to) => Math.IEEERemainder(to - from, 2 * Math.PI);

    private static double? FindAim(double x, double y, double heading, IEnumerable<SeenShip> others)
    {
        var (nearest, aim) = (RangeCells, (double?)null);
        foreach (var other in others)
        {
            var distance = Distance(x, y, other.X, other.Y);
            if (distance >= nearest) continue;
            var seconds = distance / Shot.Speed;
            var direction = Math.Atan2(other.Y + (other.VelocityY * seconds) - y, other.X + (other.VelocityX * seconds) - x);
            if (Math.Abs(Turn(heading, direction)) > ConeRadians) continue;
            (nearest, aim) = (distance, direction);
        }

        return aim;
    }

    private static double Distance(double x, double y, double otherX, double otherY) => Math.Sqrt(((otherX - x) * (otherX - x)) + ((otherY - y) * (otherY - y)));

    private double Anywhere() => MarginCells + (_random.NextDouble() * (ShooterArena.SideCells - (2 * MarginCells)));
}
