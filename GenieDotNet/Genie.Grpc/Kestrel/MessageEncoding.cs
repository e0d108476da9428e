namespace Genie.Grpc.Kestrel;

/// <summary>How messages are compressed.</summary>
internal enum MessageEncoding
{
    /// <summary>Not at all.</summary>
    Identity,

    /// <summary>RFC 1952.</summary>
    Gzip,
}
