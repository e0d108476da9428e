using System.Security.Cryptography;
using System.Text;

namespace GameLicenseExample.Features.Rooms;

/// <summary>
/// Luck that nobody at the table makes alone: each commits to a secret before he knows the others', all reveal, and order and draws follow from the secrets
/// together (commit and reveal, M. Blum, "Coin flipping by telephone", 1981). Whoever has the room's events can do the sums again.
/// </summary>
internal static class FairDraw
{
    /// <summary>Bytes of a secret.</summary>
    public const int SecretBytes = 32;

    /// <summary>Sides of the dice.</summary>
    public const int Sides = 100;

    /// <summary>What is told of a secret at first: SHA-256 of it with room and player, so that nobody can copy another's.</summary>
    public static byte[] Commit(string room, string player, ReadOnlySpan<byte> secret) => SHA256.HashData([.. Encoding.UTF8.GetBytes($"{room}/{player}/"), .. secret]);

    /// <summary>What all secrets come to, in the order in which the players joined.</summary>
    public static byte[] SeedOf(IEnumerable<byte[]> secrets) => SHA256.HashData([.. secrets.SelectMany(static each => each)]);

    /// <summary>The order of turns: a permutation of the players, each as likely as the others (R. Durstenfeld, algorithm 235, 1964).</summary>
    public static IReadOnlyList<string> OrderOf(byte[] seed, IEnumerable<string> players)
    {
        var order = players.ToArray();
        for (var i = order.Length - 1; i > 0; i--)
        {
            var other = Draw(seed, $"order/{i}", i + 1);
            (order[i], order[other]) = (order[other], order[i]);
        }

        return order;
    }

    /// <summary>What the dice show on a turn, 1 to <see cref="Sides"/>.</summary>
    public static int RollOf(byte[] seed, int turn) => 1 + Draw(seed, $"turn/{turn}", Sides);

    /// <summary>A number below a count, each as likely: numbers that would favour the small ones are drawn again.</summary>
    private static int Draw(byte[] seed, string purpose, int count)
    {
        var limit = uint.MaxValue - (uint.MaxValue % (uint)count);
        for (var attempt = 0; ; attempt++)
        {
            var number = BitConverter.ToUInt32(HMACSHA256.HashData(seed, Encoding.UTF8.GetBytes($"{purpose}/{attempt}")));
            if (!BitConverter.IsLittleEndian) number = System.Buffers.Binary.BinaryPrimitives.ReverseEndianness(number);
            if (number < limit) return (int)(number % (uint)count);
        }
    }
}
