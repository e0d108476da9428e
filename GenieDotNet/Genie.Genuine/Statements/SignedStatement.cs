using System.Text;
using Genie.Genuine.Identities;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Statements;

/// <summary>
/// What an identity says to everybody: signed with Ed25519 (RFC 8032), not encrypted, and without an end of its own, so whoever knows the signer's key can check it at any time,
/// with no connection. Version byte, signature of 64 bytes, content.
/// </summary>
public static class SignedStatement
{
    /// <summary>What a statement is longer than its content, in bytes.</summary>
    public const int Overhead = 1 + Sizes.Signature;

    /// <summary>The longest purpose, in bytes of UTF-8.</summary>
    public const int PurposeBytesMax = byte.MaxValue;

    private const byte Version = 1;

    private static ReadOnlySpan<byte> Domain => "Genie.Genuine statement signature 1"u8;

    /// <summary>Signs.</summary>
    /// <param name="signer">Who says it.</param>
    /// <param name="purpose">What kind of statement it is: one for a purpose is none for another.</param>
    /// <param name="content">What is said. It can be read by everybody.</param>
    /// <exception cref="ArgumentException">The purpose is empty or too long.</exception>
    public static byte[] Sign(IdentityKeyPair signer, string purpose, ReadOnlySpan<byte> content)
    {
        ArgumentNullException.ThrowIfNull(signer);
        return [Version, .. signer.Sign(Transcript(purpose, content)), .. content];
    }

    /// <summary>Reads a statement.</summary>
    /// <param name="statement">What <see cref="Sign"/> made.</param>
    /// <param name="signer">Whose it must be.</param>
    /// <param name="purpose">The kind that it must be.</param>
    /// <param name="content">What is said.</param>
    /// <returns>False if it is no such statement, by somebody else, for another purpose, or was changed.</returns>
    /// <exception cref="ArgumentException">The purpose is empty or too long.</exception>
    public static bool TryRead(ReadOnlyMemory<byte> statement, PublicIdentity signer, string purpose, out ReadOnlyMemory<byte> content)
    {
        ArgumentNullException.ThrowIfNull(signer);
        content = default;
        if (statement.Length < Overhead || statement.Span[0] != Version || !signer.Verify(Transcript(purpose, statement.Span[Overhead..]), statement.Span[1..Overhead])) return false;
        content = statement[Overhead..];
        return true;
    }

    // The purpose has its length before it, so no two of them have the same transcript.
    private static byte[] Transcript(string purpose, ReadOnlySpan<byte> content)
    {
        ArgumentException.ThrowIfNullOrEmpty(purpose);
        var name = Encoding.UTF8.GetBytes(purpose);
        if (name.Length > PurposeBytesMax) throw new ArgumentException($"A purpose has at most {PurposeBytesMax} bytes.", nameof(purpose));
        return [.. Domain, (byte)name.Length, .. name, .. content];
    }
}
