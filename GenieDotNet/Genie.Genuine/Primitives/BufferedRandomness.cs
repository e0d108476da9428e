using System.Security.Cryptography;

namespace Genie.Genuine.Primitives;

/// <summary>Randomness for nonces, fetched from the operating system for some of them at once: a call for each would cost as much as the encryption. What was given out is zeroed.</summary>
internal static class BufferedRandomness
{
    private const int Size = 64 * Sizes.Nonce;

    [ThreadStatic]
    private static byte[]? _buffer;

    [ThreadStatic]
    private static int _left;

    public static void Fill(Span<byte> destination)
    {
        if (destination.Length > Size)
        {
            RandomNumberGenerator.Fill(destination);
            return;
        }

        var buffer = _buffer ??= GC.AllocateUninitializedArray<byte>(Size, pinned: true);
        if (_left < destination.Length)
        {
            RandomNumberGenerator.Fill(buffer);
            _left = Size;
        }

        var given = buffer.AsSpan(_left - destination.Length, destination.Length);
        given.CopyTo(destination);
        CryptographicOperations.ZeroMemory(given);
        _left -= destination.Length;
    }
}
