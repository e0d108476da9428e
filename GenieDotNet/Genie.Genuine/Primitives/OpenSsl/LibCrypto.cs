using System.Runtime.InteropServices;

namespace Genie.Genuine.Primitives.OpenSsl;

/// <summary>The functions of OpenSSL 3's libcrypto that are called here; its manual's section 7 documents each.</summary>
internal static unsafe partial class LibCrypto
{
    /// <summary>The name under which .NET's own cryptography loads it, so that this is the same copy.</summary>
    private const string Library = "libcrypto.so.3";

    [LibraryImport(Library)]
    public static partial ulong OpenSSL_version_num();

    [LibraryImport(Library)]
    public static partial nint EVP_MAC_fetch(nint context, byte* algorithm, byte* properties);

    [LibraryImport(Library)]
    public static partial nint EVP_MAC_CTX_new(nint mac);

    [LibraryImport(Library)]
    public static partial void EVP_MAC_CTX_free(nint context);

    [LibraryImport(Library)]
    public static partial int EVP_MAC_init(nint context, byte* key, nuint keyLength, Parameter* parameters);

    [LibraryImport(Library)]
    public static partial int EVP_MAC_update(nint context, byte* data, nuint length);

    [LibraryImport(Library)]
    public static partial int EVP_MAC_final(nint context, byte* output, nuint* outputLength, nuint outputSize);

    [LibraryImport(Library)]
    public static partial nint EVP_KDF_fetch(nint context, byte* algorithm, byte* properties);

    [LibraryImport(Library)]
    public static partial nint EVP_KDF_CTX_new(nint kdf);

    [LibraryImport(Library)]
    public static partial void EVP_KDF_CTX_free(nint context);

    [LibraryImport(Library)]
    public static partial void EVP_KDF_CTX_reset(nint context);

    [LibraryImport(Library)]
    public static partial int EVP_KDF_derive(nint context, byte* key, nuint keyLength, Parameter* parameters);

    [LibraryImport(Library)]
    public static partial nint EVP_CIPHER_fetch(nint context, byte* algorithm, byte* properties);

    [LibraryImport(Library)]
    public static partial nint EVP_CIPHER_CTX_new();

    [LibraryImport(Library)]
    public static partial void EVP_CIPHER_CTX_free(nint context);

    [LibraryImport(Library)]
    public static partial int EVP_CipherInit_ex(nint context, nint cipher, nint engine, byte* key, byte* nonce, int encrypt);

    [LibraryImport(Library)]
    public static partial int EVP_CipherUpdate(nint context, byte* output, int* outputLength, byte* input, int inputLength);

    [LibraryImport(Library)]
    public static partial int EVP_CipherFinal_ex(nint context, byte* output, int* outputLength);

    [LibraryImport(Library)]
    public static partial int EVP_CIPHER_CTX_ctrl(nint context, int type, int argument, void* pointer);

    [LibraryImport(Library)]
    public static partial nint EVP_PKEY_CTX_new_from_name(nint context, byte* name, byte* properties);

    [LibraryImport(Library)]
    public static partial nint EVP_PKEY_CTX_new_from_pkey(nint context, nint key, byte* properties);

    [LibraryImport(Library)]
    public static partial void EVP_PKEY_CTX_free(nint context);

    [LibraryImport(Library)]
    public static partial int EVP_PKEY_keygen_init(nint context);

    [LibraryImport(Library)]
    public static partial int EVP_PKEY_generate(nint context, nint* key);

    [LibraryImport(Library)]
    public static partial int EVP_PKEY_fromdata_init(nint context);

    [LibraryImport(Library)]
    public static partial int EVP_PKEY_fromdata(nint context, nint* key, int selection, Parameter* parameters);

    [LibraryImport(Library)]
    public static partial nint EVP_PKEY_new_raw_private_key_ex(nint context, byte* type, byte* properties, byte* key, nuint length);

    [LibraryImport(Library)]
    public static partial nint EVP_PKEY_new_raw_public_key_ex(nint context, byte* type, byte* properties, byte* key, nuint length);

    [LibraryImport(Library)]
    public static partial int EVP_PKEY_get_raw_private_key(nint key, byte* output, nuint* length);

    [LibraryImport(Library)]
    public static partial int EVP_PKEY_get_raw_public_key(nint key, byte* output, nuint* length);

    [LibraryImport(Library)]
    public static partial void EVP_PKEY_free(nint key);

    [LibraryImport(Library)]
    public static partial int EVP_PKEY_derive_init(nint context);

    [LibraryImport(Library)]
    public static partial int EVP_PKEY_derive_set_peer_ex(nint context, nint peer, int validate);

    [LibraryImport(Library)]
    public static partial int EVP_PKEY_derive(nint context, byte* output, nuint* length);

    [LibraryImport(Library)]
    public static partial void ERR_clear_error();

    /// <summary>OSSL_PARAM(3): a named argument; the list ends with one without a name.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Parameter
    {
        /// <summary>The type of text.</summary>
        public const uint Utf8 = 4;

        /// <summary>The type of bytes.</summary>
        public const uint Octets = 5;

        public byte* Key;
        public uint Type;
        public void* Data;
        public nuint Size;
        public nuint ReturnSize;

        public Parameter(ReadOnlySpan<byte> literal, uint type, byte* data, int size)
        {
            // Literals of UTF-8 text are constants of the assembly: they do not move, and a zero follows them.
            Key = (byte*)System.Runtime.CompilerServices.Unsafe.AsPointer(ref MemoryMarshal.GetReference(literal));
            Type = type;
            Data = data;
            Size = (nuint)size;
        }
    }
}
