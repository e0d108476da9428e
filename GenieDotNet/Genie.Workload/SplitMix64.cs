namespace Genie.Workload;

/// <summary>
/// Steele, Lea and Flood's SplitMix64: the same numbers from the same seed on every machine and every version of .NET, which
/// client and worker rely on.
/// </summary>
public struct SplitMix64(ulong seed)
{
    private const ulong Step = 0x9E3779B97F4A7C15;
    private ulong _state = seed;

    /// <summary>One number of 64 random bits.</summary>
    public ulong Next()
    {
        _state += Step;
        return Mix(_state);
    }

    /// <summary>A number from 0 to one less than <paramref name="count"/>.</summary>
    public int Next(int count) => (int)Math.BigMul(Next(), (ulong)count, out _);

    /// <summary>One of <paramref name="choices"/>.</summary>
    public T Pick<T>(IReadOnlyList<T> choices) => choices[Next(choices.Count)];

    /// <summary>Spreads every bit of a number over all bits.</summary>
    public static ulong Mix(ulong value)
    {
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
        return value ^ (value >> 31);
    }

    /// <summary>A number that follows from three, each of which changes it.</summary>
    public static ulong Mix(ulong first, ulong second, ulong third) => Mix(Mix(Mix(first + Step) + second + Step) + third + Step);
}
