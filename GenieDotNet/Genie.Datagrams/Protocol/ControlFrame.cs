namespace Genie.Datagrams.Protocol;

/// <summary>The upper five bits of a control frame's first byte.</summary>
internal static class ControlFrame
{
    /// <summary>Asks for an acknowledgement and nothing else.</summary>
    public const byte Ping = FrameKind.Control;

    /// <summary>Reason, length and data: the connection ends.</summary>
    public const byte Close = FrameKind.Control | (1 << 3);

    /// <summary>Eight bytes that the other side must send back from where it received them.</summary>
    public const byte PathChallenge = FrameKind.Control | (2 << 3);

    /// <summary>The eight bytes of a challenge.</summary>
    public const byte PathResponse = FrameKind.Control | (3 << 3);
}
