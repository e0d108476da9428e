using System.Security.Cryptography;

namespace Genie.Genuine.Primitives;

/// <summary>
/// Published results that a provider must give before it is used: a library of another build or configuration would
/// otherwise break conversations in silence.
/// </summary>
internal static class ProviderSelfTest
{
    private const string AlicePrivate = "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a";
    private const string BobPrivate = "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb";

    /// <summary>True if every primitive gives what its standard prints.</summary>
    public static bool Passes(ICryptoProvider provider) => Agrees(provider) && Derives(provider) && Steps(provider) && Seals(provider);

    /// <summary>RFC 7748, section 6.1, and a low-order point, which must be refused.</summary>
    private static bool Agrees(ICryptoProvider provider)
    {
        using var alice = provider.ImportKey(Hex(AlicePrivate));
        using var bob = provider.ImportKey(Hex(BobPrivate));
        using var fresh = provider.GenerateKey();
        Span<byte> ours = stackalloc byte[Sizes.Key];
        Span<byte> theirs = stackalloc byte[Sizes.Key];
        return alice.PublicKey.SequenceEqual(Hex("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"))
            && alice.TryAgree(bob.PublicKey, ours) && ours.SequenceEqual(Hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"))
            && fresh.TryAgree(bob.PublicKey, ours) && bob.TryAgree(fresh.PublicKey, theirs) && ours.SequenceEqual(theirs)
            && !alice.TryAgree(new byte[Sizes.Key], ours);
    }

    /// <summary>RFC 5869, appendix A.1.</summary>
    private static bool Derives(ICryptoProvider provider)
    {
        var output = new byte[42];
        provider.DeriveKey(Hex("0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b"), Hex("000102030405060708090a0b0c"), Hex("f0f1f2f3f4f5f6f7f8f9"), output);
        return output.AsSpan().SequenceEqual(Hex("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"));
    }

    /// <summary>HMAC-SHA-256 of one byte under a key of 32 bytes, as any implementation gives it.</summary>
    private static bool Steps(ICryptoProvider provider)
    {
        var key = new byte[Sizes.Key];
        key.AsSpan().Fill(0x0b);
        Span<byte> next = stackalloc byte[Sizes.Key];
        Span<byte> message = stackalloc byte[Sizes.Key];
        provider.StepChain(key, next, message);
        return message.SequenceEqual(HMACSHA256.HashData(key, new byte[] { 1 }))
            && next.SequenceEqual(HMACSHA256.HashData(key, new byte[] { 2 }));
    }

    /// <summary>Test case 14 of the GCM specification (NIST SP 800-38D's validation set), and a changed tag.</summary>
    private static bool Seals(ICryptoProvider provider)
    {
        var output = new byte[Sizes.Tag + Sizes.Tag];
        var opened = new byte[Sizes.Tag];
        provider.Seal(new byte[Sizes.Key], new byte[Sizes.Nonce], opened, [], output);
        if (!output.AsSpan().SequenceEqual(Hex("cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"))) return false;
        if (!provider.TryOpen(new byte[Sizes.Key], new byte[Sizes.Nonce], output, [], opened)) return false;
        output[^1] ^= 1;
        return !provider.TryOpen(new byte[Sizes.Key], new byte[Sizes.Nonce], output, [], opened);
    }

    private static byte[] Hex(string text) => Convert.FromHexString(text);
}
