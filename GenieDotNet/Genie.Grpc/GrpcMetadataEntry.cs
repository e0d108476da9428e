namespace Genie.Grpc;

/// <summary>One key with its value.</summary>
/// <param name="Key">The key.</param>
/// <param name="Text">The value, or null where it is bytes.</param>
/// <param name="Bytes">The value where it is bytes.</param>
public readonly record struct GrpcMetadataEntry(string Key, string? Text, ReadOnlyMemory<byte> Bytes);
