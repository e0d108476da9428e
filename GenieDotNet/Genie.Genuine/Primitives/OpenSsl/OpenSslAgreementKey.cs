using System.Runtime.InteropServices;
using static Genie.Genuine.Primitives.OpenSsl.LibCrypto;
using static Genie.Genuine.Primitives.OpenSsl.OpenSslContexts;

namespace Genie.Genuine.Primitives.OpenSsl;

/// <summary>
/// A key object of libcrypto: made once, for with every new one the public key is computed anew, half the price of an
/// agreement. libcrypto zeroes the private key when it frees it.
/// </summary>
internal sealed unsafe class OpenSslAgreementKey : AgreementKey
{
    private readonly KeyHandle _key;

    /// <summary>Takes over a key of libcrypto.</summary>
    public OpenSslAgreementKey(nint key)
        : base(PublicKeyOf(key)) => _key = new KeyHandle(key);

    /// <summary>From 32 bytes.</summary>
    public static OpenSslAgreementKey Import(ReadOnlySpan<byte> privateKey)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(privateKey.Length, Sizes.Key);
        fixed (byte* bytes = privateKey, type = "X25519\0"u8)
            return new OpenSslAgreementKey(Existing(EVP_PKEY_new_raw_private_key_ex(0, type, null, bytes, Sizes.Key)));
    }

    /// <summary>From both halves, which must belong together: nothing is computed.</summary>
    public static OpenSslAgreementKey Import(OpenSslContexts contexts, ReadOnlySpan<byte> privateKey, ReadOnlySpan<byte> publicKey) =>
        new(contexts.ImportKey(privateKey, publicKey));

    /// <inheritdoc/>
    protected override void Export(Span<byte> privateKey)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(privateKey.Length, Sizes.Key);
        var isHeld = false;
        try
        {
            _key.DangerousAddRef(ref isHeld);
            nuint length = Sizes.Key;
            fixed (byte* bytes = privateKey) Check(EVP_PKEY_get_raw_private_key(_key.DangerousGetHandle(), bytes, &length));
        }
        finally
        {
            if (isHeld) _key.DangerousRelease();
        }
    }

    /// <inheritdoc/>
    protected override bool Agree(ReadOnlySpan<byte> peerPublicKey, Span<byte> shared)
    {
        var isHeld = false;
        nint peer = 0, context = 0;
        try
        {
            _key.DangerousAddRef(ref isHeld);
            fixed (byte* bytes = peerPublicKey, type = "X25519\0"u8) peer = Existing(EVP_PKEY_new_raw_public_key_ex(0, type, null, bytes, Sizes.Key));
            context = Existing(EVP_PKEY_CTX_new_from_pkey(0, _key.DangerousGetHandle(), null));
            Check(EVP_PKEY_derive_init(context));
            Check(EVP_PKEY_derive_set_peer_ex(context, peer, 0));
            nuint length = Sizes.Key;
            int derived;
            fixed (byte* output = shared) derived = EVP_PKEY_derive(context, output, &length);
            if (derived != 1) ERR_clear_error();
            return derived == 1;
        }
        finally
        {
            if (context != 0) EVP_PKEY_CTX_free(context);
            if (peer != 0) EVP_PKEY_free(peer);
            if (isHeld) _key.DangerousRelease();
        }
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing) _key.Dispose();
    }

    private static byte[] PublicKeyOf(nint key)
    {
        var publicKey = new byte[Sizes.Key];
        nuint length = Sizes.Key;
        fixed (byte* bytes = publicKey) Check(EVP_PKEY_get_raw_public_key(key, bytes, &length));
        return publicKey;
    }

    private sealed class KeyHandle : SafeHandle
    {
        public KeyHandle(nint key)
            : base(0, ownsHandle: true) => SetHandle(key);

        public override bool IsInvalid => handle == 0;

        protected override bool ReleaseHandle()
        {
            EVP_PKEY_free(handle);
            return true;
        }
    }
}
