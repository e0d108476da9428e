using System.Collections.Concurrent;
using System.Diagnostics;
using Genie.Servers.Installing;
using Genie.Servers.Releases;
using Genie.Servers.Tests.Installing;
using Genie.Testing;

namespace Genie.Servers.Tests.Releases;

/// <summary>With the real dpkg-deb, and apt-get on a system in a folder; the package is one of the test's, laid out as Microsoft's.</summary>
public sealed class QuicInstallerTests : IDisposable
{
    private const string Platform = "debian-12-amd64";
    private const string Route = "/dist/msquic/libmsquic_1.0_amd64.deb";

    private readonly TemporaryFolder _folder = new();
    private readonly ConcurrentQueue<string> _said = new();

    public QuicInstallerTests() => Skip.If(Executables.Find("dpkg-deb") is null, "no dpkg-deb: this is no Debian");

    public void Dispose() => _folder.Dispose();

    [SkippableFact]
    public async Task Without_root_the_library_is_unpacked_for_genie_alone_and_fetched_once()
    {
        var content = await BuildAsync();
        using var publisher = Publisher.Of(new Dictionary<string, byte[]> { [Route] = content });
        var installer = new QuicInstaller(PlaceOf(publisher, content), new AptPlace { IsPrivileged = false }, _said.Enqueue);
        var file = await installer.InstallAsync(Platform, CancellationToken.None);
        Assert.Equal(Path.Combine(_folder.Path, "releases", "msquic-1.0", "libmsquic.so.2"), file);
        Assert.Equal("the library", await File.ReadAllTextAsync(file!));
        Assert.Equal(file, await installer.InstallAsync(Platform, CancellationToken.None));
        Assert.Single(publisher.Asked);
    }

    [SkippableFact]
    public async Task As_root_apt_get_installs_the_package_for_all_programs()
    {
        Skip.If(AptRoot.WhyUnavailable is not null, AptRoot.WhyUnavailable);
        using var root = new AptRoot();
        var content = await BuildAsync();
        using var publisher = Publisher.Of(new Dictionary<string, byte[]> { [Route] = content });
        var place = PlaceOf(publisher, content);
        Assert.Null(await new QuicInstaller(place, root.Place, _said.Enqueue).InstallAsync(Platform, CancellationToken.None));
        Assert.Equal("the library", await File.ReadAllTextAsync(root.PathOf("usr/lib/libmsquic.so.2")));
        Assert.EndsWith(place.FileOf(place.Table[0]), root.Runs[^1], StringComparison.Ordinal);
        Assert.Equal(["msquic-1.0.lock"], Directory.GetFileSystemEntries(place.Folder).Select(Path.GetFileName));
    }

    [SkippableFact]
    public async Task A_package_that_apt_get_cannot_install_is_unpacked_and_the_reason_told()
    {
        Skip.If(AptRoot.WhyUnavailable is not null, AptRoot.WhyUnavailable);
        using var root = new AptRoot();
        var content = await BuildAsync("Depends: libof-nobody\n");
        using var publisher = Publisher.Of(new Dictionary<string, byte[]> { [Route] = content });
        var file = await new QuicInstaller(PlaceOf(publisher, content), root.Place, _said.Enqueue).InstallAsync(Platform, CancellationToken.None);
        Assert.Equal("the library", await File.ReadAllTextAsync(file!));
        Assert.Contains("libmsquic cannot be had", _said.Last(), StringComparison.Ordinal);
        Assert.EndsWith("It is unpacked for genie alone instead.", _said.Last(), StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task On_a_system_without_a_package_those_that_have_one_are_named()
    {
        var error = await Assert.ThrowsAsync<ServerException>(() => new QuicInstaller(new ReleasePlace(), new AptPlace(), _said.Enqueue).InstallAsync("plan-9-amd64", CancellationToken.None));
        Assert.Contains("debian-12-amd64", error.Message, StringComparison.Ordinal);
        Assert.Contains("this is plan-9-amd64", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("ID=debian\nVERSION_ID=\"12\"\n", "debian-12-")]
    [InlineData("NAME=\"Ubuntu\"\nVERSION_ID=\"24.04\"\nID=ubuntu\nID_LIKE=debian\n", "ubuntu-24.04-")]
    [InlineData("", "unknown-unknown-")]
    public void The_systems_own_file_says_which_it_is(string osRelease, string expected) =>
        Assert.StartsWith(expected, LinuxSystem.Describe(_folder.Write("os-release", osRelease)), StringComparison.Ordinal);

    private ReleasePlace PlaceOf(Publisher publisher, byte[] content) =>
        publisher.Place(_folder.Path, ReleaseFile.RowOf("msquic", "libmsquic_1.0_amd64.deb", content) with { Platform = Platform });

    private async Task<byte[]> BuildAsync(string depends = "")
    {
        _folder.Write("build/DEBIAN/control", $"Package: libmsquic\nVersion: 1.0\nArchitecture: all\nMaintainer: nobody <nobody@example.org>\n{depends}Description: a package of a test\n");
        _folder.Write("build/usr/lib/libmsquic.so.2.0.0", "the library");
        File.CreateSymbolicLink(Path.Combine(_folder.Path, "build/usr/lib/libmsquic.so.2"), "libmsquic.so.2.0.0");
        var file = Path.Combine(_folder.Path, "built.deb");
        using var build = Process.Start(new ProcessStartInfo("dpkg-deb", ["--root-owner-group", "--build", Path.Combine(_folder.Path, "build"), file]) { RedirectStandardOutput = true })!;
        await build.StandardOutput.ReadToEndAsync();
        await build.WaitForExitAsync();
        Assert.Equal(0, build.ExitCode);
        return await File.ReadAllBytesAsync(file);
    }
}
