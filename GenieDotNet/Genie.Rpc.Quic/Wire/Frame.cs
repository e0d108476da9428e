namespace Genie.Rpc.Quic;

/// <summary>A frame that was read. Its body is valid until the next one is read.</summary>
internal readonly record struct Frame(FrameType Type, ReadOnlyMemory<byte> Body);
