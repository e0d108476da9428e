namespace GameLicenseExample.Game;

/// <summary>
/// What can be won, and how likely. A play draws one number; each prize has as many numbers as its weight, and the rest lose. So what the house
/// holds is not an estimate: it follows from the table by division.
/// </summary>
public sealed class PayTable
{
    /// <summary>What the house holds by default.</summary>
    public const double DefaultHoldRate = 0.08;

    /// <summary>The largest hold rate that a table is made for.</summary>
    public const double HoldRateMax = 0.95;

    // Their multipliers times their weights come to 92,000: with 100,000 numbers that is 92 %.
    private static readonly Prize[] DefaultPrizes =
    [
        new("★", 200, 20), new("7", 50, 160), new("BAR", 20, 500), new("bell", 10, 1_500), new("plum", 5, 4_000), new("orange", 2, 10_000), new("cherry", 1, 15_000),
    ];

    private PayTable(IReadOnlyList<Prize> prizes, int numbers)
    {
        Prizes = prizes;
        Numbers = numbers;
        Return = (double)prizes.Sum(prize => (long)prize.Multiplier * prize.Weight) / numbers;
        HitRate = (double)prizes.Sum(prize => prize.Weight) / numbers;
        StandardDeviation = Math.Sqrt(((double)prizes.Sum(prize => (long)prize.Multiplier * prize.Multiplier * prize.Weight) / numbers) - (Return * Return));
    }

    /// <summary>The prizes, the largest first.</summary>
    public IReadOnlyList<Prize> Prizes { get; }

    /// <summary>A play draws one of so many numbers.</summary>
    public int Numbers { get; }

    /// <summary>What is paid back of what is staked, in the long run: 0.92 for 92 %. Exact, from the table.</summary>
    public double Return { get; }

    /// <summary>What the house holds of what is staked: 1 - <see cref="Return"/>.</summary>
    public double HoldRate => 1 - Return;

    /// <summary>The part of plays that win anything.</summary>
    public double HitRate { get; }

    /// <summary>Of what one play pays, in stakes. Over n plays the return's is this divided by the root of n.</summary>
    public double StandardDeviation { get; }

    /// <summary>The prizes with as many losing numbers as make the house hold so much, as near as whole numbers can.</summary>
    /// <param name="holdRate">From 0 to <see cref="HoldRateMax"/>.</param>
    public static PayTable ForHoldRate(double holdRate)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(holdRate);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(holdRate, HoldRateMax);
        return new PayTable(DefaultPrizes, (int)Math.Round(DefaultPrizes.Sum(prize => (double)prize.Multiplier * prize.Weight) / (1 - holdRate)));
    }

    /// <summary>The prize of a number, or null where it loses.</summary>
    /// <param name="number">0 to <see cref="Numbers"/> - 1.</param>
    public Prize? PrizeOf(int number)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(number);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(number, Numbers);
        foreach (var prize in Prizes)
        {
            if (number < prize.Weight) return prize;
            number -= prize.Weight;
        }

        return null;
    }

    /// <summary>What the reels show for a number: the prize's symbol three times, or a picture that wins nothing.</summary>
    public Reels ReelsOf(int number)
    {
        if (PrizeOf(number) is { } prize) return new Reels(prize.Symbol, prize.Symbol, prize.Symbol);
        var (first, second, third) = (number % Prizes.Count, number / Prizes.Count % Prizes.Count, number / (Prizes.Count * Prizes.Count) % Prizes.Count);
        if (first == second && second == third) third = (third + 1) % Prizes.Count;
        return new Reels(Prizes[first].Symbol, Prizes[second].Symbol, Prizes[third].Symbol);
    }
}
