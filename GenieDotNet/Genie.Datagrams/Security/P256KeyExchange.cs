using System.Security.Cryptography;

namespace Genie.Datagrams.Security;

/// <summary>ECDHE on P-256 (RFC 8446, section 7.4.2), which .NET 10 has on every system; X25519 it has not.</summary>
internal sealed class P256KeyExchange : IKeyExchange
{
    private const int CoordinateBytes = 32;
    private const byte Uncompressed = 4;

    public static P256KeyExchange Instance { get; } = new();

    public ushort Group => 23;

    public IKeyShare CreateShare() => new Share(ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256));

    private sealed class Share : IKeyShare
    {
        private readonly ECDiffieHellman _key;

        public Share(ECDiffieHellman key)
        {
            _key = key;
            var point = key.ExportParameters(includePrivateParameters: false).Q;
            PublicKey = (byte[])[Uncompressed, .. point.X!, .. point.Y!];
        }

        public ReadOnlyMemory<byte> PublicKey { get; }

        public bool TryAgree(ReadOnlySpan<byte> remotePublicKey, Span<byte> secret)
        {
            if (remotePublicKey.Length != 1 + (2 * CoordinateBytes) || remotePublicKey[0] != Uncompressed) return false;
            var point = new ECPoint { X = remotePublicKey[1..(1 + CoordinateBytes)].ToArray(), Y = remotePublicKey[(1 + CoordinateBytes)..].ToArray() };
            try
            {
                // The import refuses what is not on the curve; on P-256 every other point is one of the group.
                using var remote = ECDiffieHellman.Create(new ECParameters { Curve = ECCurve.NamedCurves.nistP256, Q = point });
                using var remoteKey = remote.PublicKey;
                var agreed = _key.DeriveRawSecretAgreement(remoteKey);
                agreed.CopyTo(secret);
                CryptographicOperations.ZeroMemory(agreed);
                return true;
            }
            catch (CryptographicException)
            {
                return false;
            }
        }

        public void Dispose() => _key.Dispose();
    }
}
