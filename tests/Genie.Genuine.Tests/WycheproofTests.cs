using System.Security.Cryptography;
using System.Text.Json;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Tests;

/// <summary>The Wycheproof vectors, through the code that sessions use. Each test says how many vectors it must have seen.</summary>
public sealed class WycheproofTests
{
    [Theory]
    [MemberData(nameof(Providers.Names), MemberType = typeof(Providers))]
    public void X25519_agrees_or_refuses_the_point(string name)
    {
        var provider = Providers.Get(name);
        var (agreed, refused) = (0, 0);
        foreach (var (_, test) in Tests("x25519"))
        {
            using var key = provider.ImportKey(test.Bytes("private"));
            var shared = new byte[32];
            var flags = Flags(test);
            var mustRefuse = flags.Contains("NonCanonicalPublic") || flags.Contains("LowOrderPublic") || flags.Contains("ZeroSharedSecret");
            var isAgreed = key.TryAgree(test.Bytes("public"), shared);
            Assert.True(mustRefuse != isAgreed, $"Vector {test.GetProperty("tcId")}: {test}");
            if (isAgreed) Assert.Equal(test.Text("shared"), Convert.ToHexStringLower(shared));
            else Assert.Equal(new byte[32], shared);
            _ = isAgreed ? agreed++ : refused++;
        }

        Assert.Equal(518, agreed + refused);
        Assert.True(refused > 20);
    }

    [Fact]
    public void Ed25519_verifies_what_is_valid_and_nothing_else()
    {
        var count = 0;
        foreach (var (group, test) in Tests("ed25519"))
        {
            var key = group.GetProperty("publicKey").Bytes("pk");
            Assert.True(Ed25519Signatures.IsValidPublicKey(key));
            Assert.True((test.Text("result") == "valid") == Ed25519Signatures.Verify(key, test.Bytes("msg"), test.Bytes("sig")), test.ToString());
            count++;
        }

        Assert.Equal(151, count);
    }

    [Theory]
    [MemberData(nameof(Providers.Names), MemberType = typeof(Providers))]
    public void Hkdf_derives(string name)
    {
        var provider = Providers.Get(name);
        var count = 0;
        foreach (var (_, test) in Tests("hkdf_sha256"))
        {
            var output = new byte[test.GetProperty("size").GetInt32()];
            var derive = () => provider.DeriveKey(test.Bytes("ikm"), test.Bytes("salt"), test.Bytes("info"), output);
            if (test.Text("result") == "valid")
            {
                derive();
                Assert.Equal(test.Text("okm"), Convert.ToHexStringLower(output));
            }
            else
            {
                Assert.ThrowsAny<Exception>(derive);
            }

            count++;
        }

        Assert.Equal(86, count);
    }

    /// <summary>The chain step is HMAC of single bytes: the vectors check the framework's HMAC, and that checks the step.</summary>
    [Theory]
    [MemberData(nameof(Providers.Names), MemberType = typeof(Providers))]
    public void Hmac_is_what_a_chain_step_computes(string name)
    {
        var provider = Providers.Get(name);
        var count = 0;
        foreach (var (group, test) in Tests("hmac_sha256"))
        {
            var key = test.Bytes("key");
            var tag = HMACSHA256.HashData(key, test.Bytes("msg"))[..(group.GetProperty("tagSize").GetInt32() / 8)];
            Assert.True((test.Text("result") == "valid") == (test.Text("tag") == Convert.ToHexStringLower(tag)), test.ToString());
            if (key.Length == 32) AssertStep(provider, key);
            count++;
        }

        Assert.Equal(174, count);
    }

    [Theory]
    [MemberData(nameof(Providers.Names), MemberType = typeof(Providers))]
    public void Aes_256_gcm_seals_and_opens(string name)
    {
        var provider = Providers.Get(name);
        var count = 0;
        foreach (var (group, test) in Tests("aes_gcm"))
        {
            if (Size(group, "keySize") != 256 || Size(group, "ivSize") != 96 || Size(group, "tagSize") != 128) continue;
            byte[] key = test.Bytes("key"), nonce = test.Bytes("iv"), associated = test.Bytes("aad"), plain = test.Bytes("msg");
            byte[] expected = [.. test.Bytes("ct"), .. test.Bytes("tag")];
            var output = new byte[expected.Length];
            provider.Seal(key, nonce, plain, associated, output);
            var isValid = test.Text("result") == "valid";
            Assert.Equal(isValid, expected.AsSpan().SequenceEqual(output));
            var opened = new byte[plain.Length];
            Assert.Equal(isValid, provider.TryOpen(key, nonce, expected, associated, opened));
            Assert.Equal(isValid ? plain : new byte[plain.Length], opened);
            count++;
        }

        Assert.True(count >= 60, $"{count} vectors");
    }

    private static void AssertStep(ICryptoProvider provider, byte[] key)
    {
        byte[] next = new byte[32], message = new byte[32];
        provider.StepChain(key, next, message);
        Assert.Equal(HMACSHA256.HashData(key, new byte[] { 1 }), message);
        Assert.Equal(HMACSHA256.HashData(key, new byte[] { 2 }), next);
    }

    private static int Size(JsonElement group, string property) => group.GetProperty(property).GetInt32();

    private static HashSet<string> Flags(JsonElement test) => [.. test.GetProperty("flags").EnumerateArray().Select(flag => flag.GetString()!)];

    private static IEnumerable<(JsonElement Group, JsonElement Test)> Tests(string name) =>
        from element in Resources.Read($"wycheproof-{name}.json.gz").GetProperty("testGroups").EnumerateArray()
        from test in element.GetProperty("tests").EnumerateArray()
        select (element, test);
}
