namespace Genie.Datagrams.Packets.Tests.Samples;

/// <summary>Values of the samples from a seed.</summary>
internal sealed class RandomPackets(int seed)
{
    private static readonly string[] Texts = ["", "a", "Zoë", "日本語", "🎮🎮", "a longer name, of 37 bytes in UTF-8 ..."];

    private readonly Random _random = new(seed);

    public PlayerMoved PlayerMoved() => new(
        _random.Next(1024), Float(-1024, 1024), Float(-1024, 1024), Float(-64, 64), Float(-180, 180), Bit(), (Stance)_random.Next(3));

    public Everything Everything() => new(
        Bit(), (byte)Bits(), (sbyte)Bits(), (short)Bits(), (ushort)Bits(), (int)Bits(), (uint)Bits(), (long)Bits(), Bits(), _random.Next(-5, 21),
        BitConverter.UInt32BitsToSingle((uint)Bits()), BitConverter.UInt64BitsToDouble(Bits()), _random.NextDouble(), Text(),
        Bit() ? Weapon.Bow : Bit() ? Weapon.Sword : Weapon.None, (Effects)(Bits() & 0x8000_0000_0000_0005), Point())
    {
        Bytes = Array(20, () => (byte)Bits()),
        Numbers = [.. Array(9, () => _random.Next(10, 14))],
        Names = Array(5, () => Bit() ? null : Text()),
        Tracks = Array(4, Track),
        Points = Bit() ? null : [.. Array(3, () => Bit() ? (Point?)null : Point())],
        Track = Bit() ? null : Track(),
        Other = Bit() ? null : Point(),
        Target = Bit() ? null : (uint)Bits(),
        Id = Id(),
        Ids = Array(4, Id),
        Owner = Bit() ? null : Id(),
        Local = 5,
    };

    /// <summary>The same with one member of another value, or none.</summary>
    public Everything Changed(Everything value) => _random.Next(10) switch
    {
        0 => value with { Flag = !value.Flag },
        1 => value with { Text = Text() },
        2 => value with { Tracks = Array(4, Track) },
        3 => value with { Track = value.Track is { } track ? track with { Name = "other" } : Track() },
        4 => value with { Track = null, Other = Point() },
        5 => value with { Point = value.Point with { Y = _random.Next(100) } },
        6 => value with { Points = null },
        7 => value with { Quantized = Math.Clamp(value.Quantized + 0.000_000_1, 0, 1), Bytes = [.. value.Bytes] },
        8 => value with { Owner = Id(), Target = null },
        _ => value,
    };

    private Track Track() => new(Texts[_random.Next(5)], Array(6, Point));

    private Point Point() => new(_random.Next(100), _random.Next(100));

    private Guid Id()
    {
        Span<byte> bytes = stackalloc byte[16];
        _random.NextBytes(bytes);
        return new Guid(bytes);
    }

    private string Text() => Texts[_random.Next(Texts.Length)];

    private T[] Array<T>(int max, Func<T> make) => [.. Enumerable.Range(0, _random.Next(max + 1)).Select(_ => make())];

    private bool Bit() => _random.Next(2) == 0;

    private float Float(double min, double max) => (float)(min + (_random.NextDouble() * (max - min)));

    // Few bits as often as many.
    private ulong Bits() => (ulong)_random.NextInt64(long.MinValue, long.MaxValue) >> _random.Next(64);
}
