using System.Security.Cryptography;
using Genie.Genuine.Identities;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Handshake;

/// <summary>Extended Triple Diffie-Hellman as published (X3DH, revision 1) with X25519 and SHA-256; identity keys are Ed25519 keys.</summary>
internal static class X3dh
{
    /// <summary>Encode(PK) of section 2.1: a byte for the kind of key, then the key.</summary>
    private const byte EncodedEd25519 = 6;

    private static ReadOnlySpan<byte> Info => "Genie.Genuine X3DH 1"u8;

    /// <summary>AD of section 3.3: both identities, the initiator's first.</summary>
    public static byte[] AssociatedData(PublicIdentity initiator, PublicIdentity responder) =>
        [EncodedEd25519, .. initiator.Key, EncodedEd25519, .. responder.Key];

    /// <summary>The initiator's secret (section 3.3), from a bundle whose signature was verified.</summary>
    /// <exception cref="KeyRefusedException">A key of the bundle contributes nothing.</exception>
    public static void AgreeAsInitiator(ICryptoProvider provider, IdentityKeyPair own, AgreementKey ephemeral, PreKeyBundle bundle, Span<byte> secret)
    {
        using var agreements = new Agreements(provider);
        agreements.Add(own.Agreement, bundle.SignedPreKey);
        agreements.Add(ephemeral, bundle.Identity.AgreementKey);
        agreements.Add(ephemeral, bundle.SignedPreKey);
        if (bundle.OneTimePreKeyId != 0) agreements.Add(ephemeral, bundle.OneTimePreKey);
        if (!agreements.TryDerive(secret)) throw new KeyRefusedException();
    }

    /// <summary>The responder's secret (section 3.4). False if a key contributes nothing.</summary>
    public static bool TryAgreeAsResponder(
        ICryptoProvider provider, IdentityKeyPair own, AgreementKey signedPreKey, AgreementKey? oneTimePreKey, PublicIdentity initiator, ReadOnlySpan<byte> ephemeral, Span<byte> secret)
    {
        using var agreements = new Agreements(provider);
        agreements.Add(signedPreKey, initiator.AgreementKey);
        agreements.Add(own.Agreement, ephemeral);
        agreements.Add(signedPreKey, ephemeral);
        if (oneTimePreKey is not null) agreements.Add(oneTimePreKey, ephemeral);
        return agreements.TryDerive(secret);
    }

    /// <summary>KDF of section 2.2: 32 bytes of 0xFF, then the agreements one after the other, through HKDF with a salt of zeros.</summary>
    private sealed class Agreements : IDisposable
    {
        private const int MaxCount = 4;
        private readonly byte[] _material = new byte[(1 + MaxCount) * Sizes.Key];
        private readonly ICryptoProvider _provider;
        private int _length = Sizes.Key;
        private bool _areAllUsable = true;

        public Agreements(ICryptoProvider provider)
        {
            _provider = provider;
            _material.AsSpan(0, Sizes.Key).Fill(0xff);
        }

        public void Add(AgreementKey own, ReadOnlySpan<byte> peer)
        {
            _areAllUsable &= own.TryAgree(peer, _material.AsSpan(_length, Sizes.Key));
            _length += Sizes.Key;
        }

        public bool TryDerive(Span<byte> secret)
        {
            if (_areAllUsable) _provider.DeriveKey(_material.AsSpan(0, _length), new byte[Sizes.Key], Info, secret);
            return _areAllUsable;
        }

        public void Dispose() => CryptographicOperations.ZeroMemory(_material);
    }
}
