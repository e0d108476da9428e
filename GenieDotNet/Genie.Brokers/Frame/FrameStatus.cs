namespace Genie.Brokers.Frame;

/// <summary>What reading a <see cref="MessageFrame"/> found.</summary>
public enum FrameStatus
{
    /// <summary>Header and payload are as they were written.</summary>
    Intact,

    /// <summary>Fewer bytes than a header has.</summary>
    TooShort,

    /// <summary>The first bytes are no frame's, or a frame's of another version.</summary>
    WrongMagic,

    /// <summary>The checksum does not fit: header or payload were changed, cut or extended.</summary>
    ChecksumMismatch,
}
