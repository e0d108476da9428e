using System.Security.Cryptography;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Ratchet;

/// <summary>The derivations of the root chain (Double Ratchet, sections 2.3, 4.4 and 5.2).</summary>
internal static class RatchetKdf
{
    private static ReadOnlySpan<byte> RootInfo => "Genie.Genuine ratchet 1"u8;

    private static ReadOnlySpan<byte> RootWithHeadersInfo => "Genie.Genuine ratchet with headers 1"u8;

    private static ReadOnlySpan<byte> HeaderSetupInfo => "Genie.Genuine header keys 1"u8;

    /// <summary>
    /// KDF_RK, or KDF_RK_HE where headers are encrypted: agrees with the other side's key and derives root key, chain key and
    /// next header key. False, and nothing derived, if the other key is refused. <paramref name="newRoot"/> may be
    /// <paramref name="root"/>.
    /// </summary>
    public static bool TryStep(
        RatchetOptions options, AgreementKey own, ReadOnlySpan<byte> peer, ReadOnlySpan<byte> root, Span<byte> newRoot, Span<byte> chain, Span<byte> nextHeaderKey)
    {
        Span<byte> shared = stackalloc byte[Sizes.Key];
        if (!own.TryAgree(peer, shared)) return false;
        Span<byte> derived = stackalloc byte[3 * Sizes.Key];
        if (!options.EncryptHeaders) derived = derived[..(2 * Sizes.Key)];
        options.Provider.DeriveKey(shared, root, options.EncryptHeaders ? RootWithHeadersInfo : RootInfo, derived);
        derived[..Sizes.Key].CopyTo(newRoot);
        derived[Sizes.Key..(2 * Sizes.Key)].CopyTo(chain);
        derived[(2 * Sizes.Key)..].CopyTo(nextHeaderKey);
        CryptographicOperations.ZeroMemory(shared);
        CryptographicOperations.ZeroMemory(derived);
        return true;
    }

    /// <summary>The shared header keys of section 4.3, from the handshake's secret: the initiator's sending key and the other side's next one. The root key becomes independent of both.</summary>
    public static void SetUpHeaderKeys(ICryptoProvider provider, Span<byte> root, Span<byte> initiatorKey, Span<byte> responderKey)
    {
        Span<byte> derived = stackalloc byte[3 * Sizes.Key];
        provider.DeriveKey(root, [], HeaderSetupInfo, derived);
        derived[..Sizes.Key].CopyTo(root);
        derived[Sizes.Key..(2 * Sizes.Key)].CopyTo(initiatorKey);
        derived[(2 * Sizes.Key)..].CopyTo(responderKey);
        CryptographicOperations.ZeroMemory(derived);
    }
}
