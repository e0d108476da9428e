using Genie.Genuine.Identities;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Tests;

public sealed class PrimitiveTests
{
    [Theory]
    [MemberData(nameof(Providers.Names), MemberType = typeof(Providers))]
    public void Every_provider_passes_the_test_at_start(string name) => Assert.True(ProviderSelfTest.Passes(Providers.Get(name)));

    /// <summary>RFC 7748, section 5.2: a thousand iterations, each result the next private key.</summary>
    [Theory]
    [MemberData(nameof(Providers.Names), MemberType = typeof(Providers))]
    public void X25519_iterated(string name)
    {
        var provider = Providers.Get(name);
        byte[] k = [9, .. new byte[31]], u = [9, .. new byte[31]];
        for (var i = 0; i < 1_000; i++)
        {
            using var key = provider.ImportKey(k);

            // Some values on the way have the highest bit set, which the function ignores and the guard refuses.
            u[31] &= 0x7f;
            var result = new byte[32];
            Assert.True(key.TryAgree(u, result));
            (k, u) = (result, k);
            if (i == 0) Assert.Equal("422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079", Convert.ToHexStringLower(k));
        }

        Assert.Equal("684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51", Convert.ToHexStringLower(k));
    }

    /// <summary>RFC 8032, section 7.1, tests 1 to 3.</summary>
    [Theory]
    [InlineData("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "", "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b")]
    [InlineData("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72", "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")]
    [InlineData("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82", "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a")]
    public void Ed25519_signs(string seed, string publicKey, string message, string signature)
    {
        using var pair = new IdentityKeyPair(Convert.FromHexString(seed));
        Assert.Equal(publicKey, Convert.ToHexStringLower(pair.Public.Key));
        Assert.Equal(signature, Convert.ToHexStringLower(pair.Sign(Convert.FromHexString(message))));
        Assert.True(pair.Public.Verify(Convert.FromHexString(message), Convert.FromHexString(signature)));
    }

    [Fact]
    public void Identity_has_one_key_in_both_forms()
    {
        for (var i = 0; i < 50; i++)
        {
            using var pair = IdentityKeyPair.Generate();
            Assert.Equal(pair.Agreement.PublicKey, pair.Public.AgreementKey);
        }
    }

    /// <summary>Points of low order and encodings that are not canonical, each of which once passed in some library.</summary>
    [Theory]
    [InlineData("0000000000000000000000000000000000000000000000000000000000000000")]
    [InlineData("0100000000000000000000000000000000000000000000000000000000000000")]
    [InlineData("0100000000000000000000000000000000000000000000000000000000000080")]
    [InlineData("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")]
    [InlineData("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")]
    [InlineData("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85")]
    [InlineData("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")]
    [InlineData("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa")]
    [InlineData("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")]
    [InlineData("eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")]
    [InlineData("ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff")]
    [InlineData("0200000000000000000000000000000000000000000000000000000000000000")]
    [InlineData("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f70751")]
    public void Identity_that_is_no_honest_point_is_refused(string key) =>
        Assert.Throws<KeyRefusedException>(() => new PublicIdentity(Convert.FromHexString(key)));

    [Fact]
    public void Signature_with_a_scalar_beyond_the_order_is_refused()
    {
        using var pair = IdentityKeyPair.Generate();
        var signature = pair.Sign([1]);
        Assert.True(pair.Public.Verify([1], signature));
        var order = System.Numerics.BigInteger.Pow(2, 252) + System.Numerics.BigInteger.Parse("27742317777372353535851937790883648493", System.Globalization.CultureInfo.InvariantCulture);
        var scalar = new System.Numerics.BigInteger(signature.AsSpan(32), isUnsigned: true) + order;
        signature.AsSpan(32).Clear();
        Assert.True(scalar.TryWriteBytes(signature.AsSpan(32), out _, isUnsigned: true));
        Assert.False(pair.Public.Verify([1], signature));
    }

    /// <summary>The published test of CityHash64: its data generator, and its result for 32 bytes at offset 1024.</summary>
    [Fact]
    public void Fingerprint_is_CityHash64()
    {
        var data = new byte[1056];
        ulong a = 9, b = 777;
        for (var i = 0; i < data.Length; i++)
        {
            a += b;
            b += a;
            a = (a ^ (a >> 41)) * 0xc3a5c85c97cb3127;
            b = ((b ^ (b >> 41)) * 0xc3a5c85c97cb3127) + (ulong)i;
            data[i] = (byte)(b >> 37);
        }

        Assert.Equal(0x0782fa1b08b475e7UL, KeyFingerprint.Of(data.AsSpan(1024, 32)));
    }
}
