namespace Genie.Datagrams.Protocol;

/// <summary>The low three bits of a frame's first byte. Messages have the number of their <see cref="DeliveryMode"/>.</summary>
internal static class FrameKind
{
    public const byte Padding = 0;
    public const byte Control = 7;

    public const byte Mask = 0x07;
    public const byte FragmentBit = 0x08;
    public const byte ChannelBit = 0x10;
    public const byte CompressedBit = 0x20;
}
