using System.Text;

namespace Genie.Fuzzing.Tests;

/// <summary>Reads bytes that somebody else made.</summary>
/// <param name="input">The bytes.</param>
/// <param name="random">For whatever may differ at each reading, such as where the bytes are cut into segments.</param>
/// <returns>What they held, in few words: inputs that hold another mix are worth keeping.</returns>
internal delegate string Decode(byte[] input, Random random);

/// <summary>A decoder under test.</summary>
internal sealed record Decoder
{
    private const long UsualAllocatedBytesMax = 8 << 20;

    /// <summary>Inputs that are read without an error; others are made from them.</summary>
    public required IReadOnlyList<byte[]> Genuine { get; init; }

    /// <summary>The decoder itself.</summary>
    public required Decode Decode { get; init; }

    /// <summary>Exceptions that are its answer to bytes that it cannot read; any other one is a bug.</summary>
    public IReadOnlyList<Type> Refusals { get; init; } = [];

    /// <summary>Makes checksums right again, so that what is behind them is reached; null where there are none.</summary>
    public Action<byte[]>? Repair { get; init; }

    /// <summary>What the format is made of, put into inputs anywhere.</summary>
    public IReadOnlyList<byte[]> Pieces { get; init; } = [];

    /// <summary>More than an input may make it allocate.</summary>
    public long AllocatedBytesMax { get; init; } = UsualAllocatedBytesMax;

    /// <summary>Inputs after which it has had enough, whatever time is left.</summary>
    public int RoundsMax { get; init; } = int.MaxValue;

    /// <summary>Texts as bytes.</summary>
    public static byte[][] Texts(params string[] texts) => [.. texts.Select(text => Encoding.UTF8.GetBytes(text))];

    /// <summary>Which kinds of things an input held.</summary>
    public static string Kinds<T>(IEnumerable<T> found) => string.Join('+', found.Select(each => $"{each}").Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal));
}
