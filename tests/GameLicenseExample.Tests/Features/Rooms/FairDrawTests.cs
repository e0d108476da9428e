using System.Security.Cryptography;
using GameLicenseExample.Features.Rooms;

namespace GameLicenseExample.Tests.Features.Rooms;

public sealed class FairDrawTests
{
    private static readonly string[] Players = ["ann", "ben", "cem"];

    [Fact]
    public void Each_order_and_each_side_is_about_as_likely_as_the_others()
    {
        const int Draws = 6_000;
        var orders = new Dictionary<string, int>();
        var sides = new int[FairDraw.Sides];
        for (var i = 0; i < Draws; i++)
        {
            var seed = SHA256.HashData(BitConverter.GetBytes(i));
            var order = string.Join(' ', FairDraw.OrderOf(seed, Players));
            orders[order] = orders.GetValueOrDefault(order) + 1;
            sides[FairDraw.RollOf(seed, i % 5) - 1]++;
        }

        // Chi-squared, with 5 and 99 degrees of freedom, at one in a thousand; the draws are the same in every run.
        Assert.Equal(6, orders.Count);
        Assert.InRange(ChiSquared(orders.Values, Draws / 6.0), 0, 20.5);
        Assert.InRange(ChiSquared(sides, (double)Draws / FairDraw.Sides), 0, 148.2);
    }

    [Fact]
    public void Every_secret_changes_the_seed_and_a_commitment_is_good_for_one_player_in_one_room_only()
    {
        byte[][] secrets = [[.. Enumerable.Repeat((byte)1, 32)], [.. Enumerable.Repeat((byte)2, 32)]];
        var seed = FairDraw.SeedOf(secrets);
        Assert.NotEqual(seed, FairDraw.SeedOf([secrets[1], secrets[0]]));
        Assert.NotEqual(FairDraw.Commit("r", "ann", secrets[0]), FairDraw.Commit("r", "ben", secrets[0]));
        Assert.NotEqual(FairDraw.Commit("r", "ann", secrets[0]), FairDraw.Commit("s", "ann", secrets[0]));
    }

    private static double ChiSquared(IEnumerable<int> counts, double expected) => counts.Sum(count => (count - expected) * (count - expected) / expected);
}
