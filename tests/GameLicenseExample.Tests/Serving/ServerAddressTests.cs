using GameLicenseExample.Serving;
using Genie.Genuine.Identities;
using Genie.Testing;

namespace GameLicenseExample.Tests.Serving;

public sealed class ServerAddressTests
{
    [Theory]
    [InlineData(null)]
    [InlineData("nats://user:secret@127.0.0.1:4222")]
    public void It_is_for_its_owner_alone_and_goes_with_the_server(string? url)
    {
        using var folder = new TemporaryFolder();
        using var identity = IdentityKeyPair.Generate();
        var address = new ServerAddress(identity.Public, "nats", url);
        var file = folder.Write("server.address", "left by one that was killed");
        using (address.Publish(folder.Path))
        {
            Assert.Equal(address, ServerAddress.Read(folder.Path));
            if (!OperatingSystem.IsWindows()) Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(file));
        }

        Assert.Null(ServerAddress.Read(folder.Path));
    }
}
