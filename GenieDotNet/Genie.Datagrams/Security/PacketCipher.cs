using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Genie.Datagrams.Security;

/// <summary>One key with its cipher. The nonce is the number of what is sealed, over 64 bits, combined with a secret vector (RFC 9001, section 5.3).</summary>
internal sealed class PacketCipher : IDisposable
{
    public const int TagBytes = 16;

    private const int KeyBytes = 32;
    private const int NonceBytes = 12;

    private readonly AesGcm? _aes;
    private readonly ChaCha20Poly1305? _chaCha;
    private readonly byte[] _vector = new byte[NonceBytes];

    public PacketCipher(DatagramCipher cipher, ReadOnlySpan<byte> secret)
    {
        Span<byte> key = stackalloc byte[KeyBytes];
        KeySchedule.Expand(secret, "key", default, key);
        KeySchedule.Expand(secret, "iv", default, _vector);
        if (cipher == DatagramCipher.Aes256Gcm) _aes = new AesGcm(key, TagBytes);
        else _chaCha = new ChaCha20Poly1305(key);
        CryptographicOperations.ZeroMemory(key);
    }

    public static bool IsSupported(DatagramCipher cipher) => cipher switch
    {
        DatagramCipher.Aes256Gcm => AesGcm.IsSupported,
        DatagramCipher.ChaCha20Poly1305 => ChaCha20Poly1305.IsSupported,
        _ => false,
    };

    /// <summary>Encrypts in place.</summary>
    public void Seal(long number, ReadOnlySpan<byte> associatedData, Span<byte> text, Span<byte> tag)
    {
        Span<byte> nonce = stackalloc byte[NonceBytes];
        WriteNonce(number, nonce);
        if (_aes is not null) _aes.Encrypt(nonce, text, text, tag, associatedData);
        else _chaCha!.Encrypt(nonce, text, text, tag, associatedData);
    }

    /// <summary>Decrypts in place. False if anything is not as it was sealed; the text is worthless then.</summary>
    public bool TryOpen(long number, ReadOnlySpan<byte> associatedData, Span<byte> text, ReadOnlySpan<byte> tag)
    {
        Span<byte> nonce = stackalloc byte[NonceBytes];
        WriteNonce(number, nonce);
        try
        {
            if (_aes is not null) _aes.Decrypt(nonce, text, tag, text, associatedData);
            else _chaCha!.Decrypt(nonce, text, tag, text, associatedData);
            return true;
        }
        catch (AuthenticationTagMismatchException)
        {
            return false;
        }
    }

    public void Dispose()
    {
        _aes?.Dispose();
        _chaCha?.Dispose();
        CryptographicOperations.ZeroMemory(_vector);
    }

    private void WriteNonce(long number, Span<byte> nonce)
    {
        _vector.CopyTo(nonce);
        var low = nonce[(NonceBytes - sizeof(long))..];
        BinaryPrimitives.WriteInt64BigEndian(low, BinaryPrimitives.ReadInt64BigEndian(low) ^ number);
    }
}
