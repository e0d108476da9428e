using System.Runtime.ConstrainedExecution;
using System.Security.Cryptography;
using static Genie.Genuine.Primitives.OpenSsl.LibCrypto;

namespace Genie.Genuine.Primitives.OpenSsl;

/// <summary>
/// What libcrypto computes with, made once for each thread: a new context for every message would cost more than the
/// message. Every key is overwritten in them after its use.
/// </summary>
internal sealed unsafe class OpenSslContexts : CriticalFinalizerObject
{
    private const int SetTag = 0x11;
    private const int GetTag = 0x10;

    /// <summary>EVP_PKEY_KEYPAIR: both halves are there.</summary>
    private const int KeyPair = 0x87;
    private static readonly nint Hmac = Fetch(EVP_MAC_fetch, "HMAC\0"u8);
    private static readonly nint Hkdf = Fetch(EVP_KDF_fetch, "HKDF\0"u8);
    private static readonly nint Aes256Gcm = Fetch(EVP_CIPHER_fetch, "AES-256-GCM\0"u8);

    private static readonly byte[] Zeros = new byte[Sizes.Key];

    [ThreadStatic]
    private static OpenSslContexts? _ofThisThread;

    private readonly nint _mac;
    private readonly nint _kdf;
    private readonly nint _seal;
    private readonly nint _open;
    private readonly nint _generator;
    private readonly nint _importer;

    private OpenSslContexts()
    {
        _mac = Existing(EVP_MAC_CTX_new(Hmac));
        _kdf = Existing(EVP_KDF_CTX_new(Hkdf));
        _seal = Existing(EVP_CIPHER_CTX_new());
        _open = Existing(EVP_CIPHER_CTX_new());
        fixed (byte* name = "X25519\0"u8) _generator = Existing(EVP_PKEY_CTX_new_from_name(0, name, null));
        Check(EVP_PKEY_keygen_init(_generator));
        fixed (byte* name = "X25519\0"u8) _importer = Existing(EVP_PKEY_CTX_new_from_name(0, name, null));
        Check(EVP_PKEY_fromdata_init(_importer));
        var none = stackalloc byte[Sizes.Key];
        new Span<byte>(none, Sizes.Key).Clear();
        Check(EVP_CipherInit_ex(_seal, Aes256Gcm, 0, none, none, 1));
        Check(EVP_CipherInit_ex(_open, Aes256Gcm, 0, none, none, 0));
        fixed (byte* sha256 = "SHA256\0"u8)
        {
            var parameters = stackalloc Parameter[] { new("digest\0"u8, Parameter.Utf8, sha256, 6), default };
            Check(EVP_MAC_init(_mac, none, Sizes.Key, parameters));
        }
    }

    ~OpenSslContexts()
    {
        if (_mac != 0) EVP_MAC_CTX_free(_mac);
        if (_kdf != 0) EVP_KDF_CTX_free(_kdf);
        if (_seal != 0) EVP_CIPHER_CTX_free(_seal);
        if (_open != 0) EVP_CIPHER_CTX_free(_open);
        if (_generator != 0) EVP_PKEY_CTX_free(_generator);
        if (_importer != 0) EVP_PKEY_CTX_free(_importer);
    }

    private delegate nint FetchFunction(nint context, byte* algorithm, byte* properties);

    /// <summary>The calling thread's.</summary>
    public static OpenSslContexts OfThisThread => _ofThisThread ??= new OpenSslContexts();

    /// <summary>Two HMACs of one key.</summary>
    public void StepChain(ReadOnlySpan<byte> chainKey, Span<byte> nextChainKey, Span<byte> messageKey)
    {
        byte messageInput = 1, chainInput = 2;
        fixed (byte* key = chainKey, message = messageKey, next = nextChainKey, none = Zeros)
        {
            Check(EVP_MAC_init(_mac, key, Sizes.Key, null));
            Check(EVP_MAC_update(_mac, &messageInput, 1));
            nuint length;
            Check(EVP_MAC_final(_mac, message, &length, Sizes.Key));
            Check(EVP_MAC_init(_mac, null, 0, null));
            Check(EVP_MAC_update(_mac, &chainInput, 1));
            Check(EVP_MAC_final(_mac, next, &length, Sizes.Key));
            Check(EVP_MAC_init(_mac, none, Sizes.Key, null));
        }
    }

    /// <summary>HKDF-SHA-256.</summary>
    public void DeriveKey(ReadOnlySpan<byte> inputKey, ReadOnlySpan<byte> salt, ReadOnlySpan<byte> info, Span<byte> output)
    {
        // RFC 5869, section 2.2: no salt is a salt of zeros. libcrypto takes no empty one.
        if (salt.IsEmpty) salt = Zeros;
        fixed (byte* sha256 = "SHA256\0"u8, key = inputKey, saltBytes = salt, infoBytes = info, derived = output)
        {
            var parameters = stackalloc Parameter[]
            {
                new("digest\0"u8, Parameter.Utf8, sha256, 6),
                new("key\0"u8, Parameter.Octets, key, inputKey.Length),
                new("salt\0"u8, Parameter.Octets, saltBytes, salt.Length),
                new("info\0"u8, Parameter.Octets, infoBytes, info.Length),
                default,
            };
            var derivation = EVP_KDF_derive(_kdf, derived, (nuint)output.Length, parameters);
            EVP_KDF_CTX_reset(_kdf);
            Check(derivation);
        }
    }

    /// <summary>AES-256-GCM, sealing.</summary>
    public void Seal(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> associatedData, Span<byte> ciphertextAndTag)
    {
        var ciphertext = ciphertextAndTag[..plaintext.Length];
        var tag = ciphertextAndTag.Slice(plaintext.Length, Sizes.Tag);
        fixed (byte* tagBytes = tag)
        {
            Begin(_seal, key, nonce, associatedData, encrypt: 1);
            Update(_seal, plaintext, ciphertext);
            int written;
            Check(EVP_CipherFinal_ex(_seal, tagBytes, &written));
            Check(EVP_CIPHER_CTX_ctrl(_seal, GetTag, Sizes.Tag, tagBytes));
            Clear(_seal, encrypt: 1);
        }
    }

    /// <summary>AES-256-GCM, opening.</summary>
    public bool TryOpen(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> ciphertextAndTag, ReadOnlySpan<byte> associatedData, Span<byte> plaintext)
    {
        if (ciphertextAndTag.Length < Sizes.Tag) return false;
        var opened = plaintext[..(ciphertextAndTag.Length - Sizes.Tag)];
        Begin(_open, key, nonce, associatedData, encrypt: 0);
        Update(_open, ciphertextAndTag[..^Sizes.Tag], opened);
        int isGenuine;
        fixed (byte* tagBytes = ciphertextAndTag[^Sizes.Tag..])
        {
            Check(EVP_CIPHER_CTX_ctrl(_open, SetTag, Sizes.Tag, tagBytes));
            int written;
            var none = stackalloc byte[Sizes.Tag];
            isGenuine = EVP_CipherFinal_ex(_open, none, &written);
        }

        Clear(_open, encrypt: 0);
        if (isGenuine == 1) return true;
        CryptographicOperations.ZeroMemory(opened);
        ERR_clear_error();
        return false;
    }

    /// <summary>A new key; the caller frees it.</summary>
    public nint GenerateKey()
    {
        nint key = 0;
        Check(EVP_PKEY_generate(_generator, &key));
        return key;
    }

    /// <summary>A key of two halves that belong together; the caller frees it.</summary>
    public nint ImportKey(ReadOnlySpan<byte> privateKey, ReadOnlySpan<byte> publicKey)
    {
        nint key = 0;
        fixed (byte* secret = privateKey, known = publicKey)
        {
            var parameters = stackalloc Parameter[]
            {
                new("pub\0"u8, Parameter.Octets, known, publicKey.Length),
                new("priv\0"u8, Parameter.Octets, secret, privateKey.Length),
                default,
            };
            Check(EVP_PKEY_fromdata(_importer, &key, KeyPair, parameters));
        }

        return key;
    }

    /// <summary>Turns a failure that only a lack of memory or a broken configuration can cause into an exception.</summary>
    /// <exception cref="CryptographicException">libcrypto refused.</exception>
    public static void Check(int result)
    {
        if (result != 1) Throw();
    }

    /// <summary>Likewise for a pointer.</summary>
    /// <exception cref="CryptographicException">libcrypto gave none.</exception>
    public static nint Existing(nint pointer)
    {
        if (pointer == 0) Throw();
        return pointer;
    }

    private static void Begin(nint context, ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> associatedData, int encrypt)
    {
        fixed (byte* keyBytes = key, nonceBytes = nonce, associated = associatedData)
        {
            Check(EVP_CipherInit_ex(context, 0, 0, keyBytes, nonceBytes, encrypt));
            int written;
            if (!associatedData.IsEmpty) Check(EVP_CipherUpdate(context, null, &written, associated, associatedData.Length));
        }
    }

    private static void Update(nint context, ReadOnlySpan<byte> input, Span<byte> output)
    {
        if (input.IsEmpty) return;
        fixed (byte* from = input, to = output)
        {
            int written;
            Check(EVP_CipherUpdate(context, to, &written, from, input.Length));
        }
    }

    private static void Clear(nint context, int encrypt)
    {
        fixed (byte* none = Zeros) Check(EVP_CipherInit_ex(context, 0, 0, none, none, encrypt));
    }

    private static nint Fetch(FetchFunction function, ReadOnlySpan<byte> name)
    {
        fixed (byte* algorithm = name) return Existing(function(0, algorithm, null));
    }

    private static void Throw()
    {
        ERR_clear_error();
        throw new CryptographicException("libcrypto refused a call; is its configuration (openssl.cnf) sound?");
    }
}
