namespace Genie.Genuine.Primitives;

/// <summary>Sizes in bytes.</summary>
internal static class Sizes
{
    /// <summary>Of every key here: X25519, Ed25519, chain, root, message and storage keys.</summary>
    public const int Key = 32;

    /// <summary>Of an Ed25519 signature.</summary>
    public const int Signature = 64;

    /// <summary>Of a GCM nonce.</summary>
    public const int Nonce = 12;

    /// <summary>Of a GCM tag.</summary>
    public const int Tag = 16;
}
