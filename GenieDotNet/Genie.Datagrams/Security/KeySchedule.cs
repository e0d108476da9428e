using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;

namespace Genie.Datagrams.Security;

/// <summary>HKDF-Expand-Label of TLS 1.3 (RFC 8446, section 7.1) with SHA-256 and a prefix of our own.</summary>
internal static class KeySchedule
{
    public const int SecretBytes = 32;

    private const string Prefix = "genie ";
    private const int MaxLabelBytes = 32;

    /// <summary>Derives from a secret.</summary>
    /// <param name="secret">32 bytes.</param>
    /// <param name="label">What for; ASCII.</param>
    /// <param name="context">A hash, or nothing.</param>
    /// <param name="output">Receives the bytes.</param>
    public static void Expand(ReadOnlySpan<byte> secret, string label, ReadOnlySpan<byte> context, Span<byte> output)
    {
        Span<byte> info = stackalloc byte[sizeof(ushort) + 1 + MaxLabelBytes + 1 + SHA256.HashSizeInBytes];
        BinaryPrimitives.WriteUInt16BigEndian(info, (ushort)output.Length);
        var length = sizeof(ushort) + 1;
        length += Encoding.ASCII.GetBytes(Prefix, info[length..]);
        length += Encoding.ASCII.GetBytes(label, info[length..]);
        info[sizeof(ushort)] = (byte)(length - sizeof(ushort) - 1);
        info[length++] = (byte)context.Length;
        context.CopyTo(info[length..]);
        HKDF.Expand(HashAlgorithmName.SHA256, secret, output, info[..(length + context.Length)]);
    }
}
