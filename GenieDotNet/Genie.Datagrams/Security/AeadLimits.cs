namespace Genie.Datagrams.Security;

/// <summary>How much one key may be used (RFC 9001, section 6.6, whose figures for AES-128 hold for AES-256 as well).</summary>
/// <param name="Sealed">Packets encrypted under one key.</param>
/// <param name="Forged">Packets of a connection that failed, under all its keys.</param>
internal readonly record struct AeadLimits(long Sealed, long Forged)
{
    public static AeadLimits Of(DatagramCipher cipher) =>
        cipher == DatagramCipher.Aes256Gcm ? new AeadLimits(1L << 23, 1L << 52) : new AeadLimits(1L << 62, 1L << 36);
}
