using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Genie.Geocoding.Sampling;

/// <summary>FNV-1a, 64 bits (Fowler, Noll, Vo): to compare what two programs answered.</summary>
internal sealed class Fnv64
{
    private ulong _state = 0xCBF29CE484222325;

    /// <summary>Adds four bytes, the lowest first.</summary>
    public void Add(int number)
    {
        Span<byte> bytes = stackalloc byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, number);
        Add(bytes);
    }

    /// <summary>Adds a text's UTF-8.</summary>
    public void Add(string text) => Add(Encoding.UTF8.GetBytes(text));

    /// <summary>The hash in 16 hexadecimal digits.</summary>
    public override string ToString() => _state.ToString("x16", CultureInfo.InvariantCulture);

    private void Add(ReadOnlySpan<byte> bytes)
    {
        foreach (var one in bytes) _state = unchecked((_state ^ one) * 0x100000001B3);
    }
}
