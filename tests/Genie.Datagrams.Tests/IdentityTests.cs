using System.Security.Cryptography;
using Genie.Datagrams.Security;
using Xunit.Abstractions;

namespace Genie.Datagrams.Tests;

public sealed class IdentityTests(ITestOutputHelper output)
{
    /// <summary>It is read before anybody is trusted, on the endpoint's thread.</summary>
    [Fact]
    public void A_key_that_this_machine_cannot_use_has_signed_nothing()
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var publicKey = key.ExportSubjectPublicKeyInfo();
        var curve = publicKey.AsSpan().IndexOf((ReadOnlySpan<byte>)[0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7]);
        Assert.True(curve > 0);
        for (var i = 0; i < 3_000; i++)
        {
            var damaged = publicKey.ToArray();

            // First of all a curve that nobody has.
            if (i == 0) damaged.AsSpan(curve, 4).Clear();
            else damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            var credentials = IdentityFormat.TryDecode(IdentityFormat.Encode(damaged));
            Assert.NotNull(credentials);
            Assert.False(IdentityFormat.IsSignedBy(credentials, "content"u8, new byte[64]));
        }
    }
}
