namespace Genie.Workload.Tests;

/// <summary>Damages bytes: overwrites, cuts, doubles or inserts some.</summary>
internal static class Damage
{
    public static byte[] Of(byte[] bytes, Random random)
    {
        var damaged = bytes.ToList();
        for (var faults = random.Next(1, 4); faults > 0 && damaged.Count > 0; faults--)
        {
            var at = random.Next(damaged.Count);
            switch (random.Next(5))
            {
                case 0: damaged[at] ^= (byte)(1 << random.Next(8)); break;
                case 1: damaged[at] = (byte)random.Next(256); break;
                case 2: damaged.RemoveRange(at, random.Next(damaged.Count - at + 1)); break;
                case 3: damaged.Insert(at, (byte)random.Next(256)); break;
                default: damaged.InsertRange(at, damaged.GetRange(at, Math.Min(damaged.Count - at, random.Next(64)))); break;
            }
        }

        return [.. damaged];
    }
}
