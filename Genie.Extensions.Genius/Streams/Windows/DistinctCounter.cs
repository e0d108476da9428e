using System.Numerics;

namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>
/// Counts different items in at most 4 KiB: by their hashes while those fit, then by a HyperLogLog sketch of 4,096 registers (P. Flajolet et al., 2007)
/// with the estimator of O. Ertl, "New cardinality estimation algorithms for HyperLogLog sketches" (2017), 4; standard error 1.04 / sqrt(4096) = 1.6 %.
/// </summary>
internal sealed class DistinctCounter
{
    private const int IndexBits = 12;
    private const int Registers = 1 << IndexBits;
    private const int RankMax = 64 - IndexBits + 1;

    /// <summary>So many are counted exactly: their hashes take the room of the sketch.</summary>
    public const int ExactMax = Registers / sizeof(ulong);

    private HashSet<ulong>? _hashes = [];
    private byte[]? _registers;

    /// <summary>The hashes, or null when there are too many.</summary>
    public IReadOnlyCollection<ulong>? Hashes => _hashes;

    /// <summary>The sketch; empty while it is not needed.</summary>
    public ReadOnlySpan<byte> Sketch => _registers;

    /// <summary>How many different items there were.</summary>
    public long Count => _hashes?.Count ?? (long)Math.Round(Estimate());

    public static DistinctCounter Restore(IEnumerable<ulong> hashes, ReadOnlySpan<byte> registers)
    {
        if (registers.Length == 0) return new DistinctCounter { _hashes = [.. hashes] };
        if (registers.Length != Registers) throw new InvalidDataException($"A sketch of {registers.Length} registers; {Registers} were expected.");
        return new DistinctCounter { _hashes = null, _registers = registers.ToArray() };
    }

    public void Add(ulong hash)
    {
        if (_hashes is not null)
        {
            _hashes.Add(hash);
            if (_hashes.Count > ExactMax) BecomeSketch();
            return;
        }

        Note(hash);
    }

    public void Merge(DistinctCounter other)
    {
        if (other._hashes is not null)
        {
            foreach (var hash in other._hashes) Add(hash);
            return;
        }

        if (_registers is null) BecomeSketch();
        for (var i = 0; i < Registers; i++) _registers![i] = Math.Max(_registers[i], other._registers![i]);
    }

    private void BecomeSketch()
    {
        _registers = new byte[Registers];
        foreach (var hash in _hashes!) Note(hash);
        _hashes = null;
    }

    private void Note(ulong hash)
    {
        ref var register = ref _registers![hash >> (64 - IndexBits)];
        var rank = Math.Min(BitOperations.LeadingZeroCount(hash << IndexBits) + 1, RankMax);
        register = Math.Max(register, (byte)rank);
    }

    private double Estimate()
    {
        Span<int> counts = stackalloc int[RankMax + 1];
        foreach (var register in _registers!) counts[register]++;
        var z = Registers * Tau(1 - ((double)counts[RankMax] / Registers));
        for (var rank = RankMax - 1; rank >= 1; rank--) z = 0.5 * (z + counts[rank]);
        z += Registers * Sigma((double)counts[0] / Registers);
        return Registers / (2 * Math.Log(2)) * Registers / z;
    }

    private static double Sigma(double x)
    {
        if (x == 1) return double.PositiveInfinity;
        var (y, z, before) = (1.0, x, double.NaN);
        while (z != before)
        {
            x *= x;
            before = z;
            z += x * y;
            y += y;
        }

        return z;
    }

    private static double Tau(double x)
    {
        if (x is 0 or 1) return 0;
        var (y, z, before) = (1.0, 1 - x, double.NaN);
        while (z != before)
        {
            x = Math.Sqrt(x);
            before = z;
            y *= 0.5;
            z -= (1 - x) * (1 - x) * y;
        }

        return z / 3;
    }
}
