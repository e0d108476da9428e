using System.Diagnostics;
using System.Security.Cryptography;
using Genie.Servers.Installing;
using Genie.Testing;

namespace Genie.Servers.Tests.Installing;

/// <summary>
/// A Debian system in a folder of its own, with its package database, its locks and a source of packages: the real apt-get and dpkg work
/// on it and touch nothing of this machine. Each run of apt-get is written down.
/// </summary>
internal sealed class AptRoot : IDisposable
{
    private const UnixFileMode Executable =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.GroupRead | UnixFileMode.GroupExecute | UnixFileMode.OtherRead | UnixFileMode.OtherExecute;

    private readonly TemporaryFolder _folder = new();

    public AptRoot()
    {
        foreach (var folder in (string[])["var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/apt/lists/partial", "var/cache/apt/archives/partial", "var/log/apt", "etc/apt", "tmp"])
            Directory.CreateDirectory(PathOf(folder));
        _folder.Write("var/lib/dpkg/status", "");
        _folder.Write("etc/apt/sources.list", $"deb [trusted=yes] file:{PathOf("source")} ./\n");
        _folder.Write("source/Packages", "");
        _folder.Write(
            "apt.conf",
            $$"""
            Dir "{{_folder.Path}}/";
            Dir::State::status "{{PathOf("var/lib/dpkg/status")}}";
            Dir::Bin::dpkg "{{Executables.Find("dpkg")}}";
            DPkg::Options { "--root={{_folder.Path}}"; "--force-not-root"; "--force-bad-path"; "--force-unsafe-io"; "--log={{PathOf("var/log/dpkg.log")}}"; };
            DPkg::Path "";
            APT::Sandbox::User "root";
            Acquire::Languages "none";
            """);
        var wrapper = WriteProgram("apt-get", $"echo \"$*\" >>'{PathOf("runs")}'\nexec '{Executables.Find("apt-get")}' \"$@\"\n");
        Place = new AptPlace
        {
            AptGet = wrapper,
            IsPrivileged = true,
            LockFile = PathOf("install.lock"),
            PolicyFile = PathOf("policy-rc.d"),
            Environment = new Dictionary<string, string> { ["APT_CONFIG"] = PathOf("apt.conf"), ["DPKG_ADMINDIR"] = PathOf("var/lib/dpkg") },
        };
    }

    /// <summary>Why it cannot be had here, or null.</summary>
    public static string? WhyUnavailable => Executables.Find("apt-get") is null || Executables.Find("dpkg-deb") is null ? "no apt-get: this is no Debian"
        : Environment.IsPrivilegedProcess ? null : "dpkg gives files to root, which only root can do";

    public AptPlace Place { get; }

    /// <summary>dpkg's lock, which a program that installs holds.</summary>
    public string DpkgLock => PathOf("var/lib/dpkg/lock-frontend");

    /// <summary>The lock of the package lists, which a program that reads them anew holds.</summary>
    public string ListsLock => PathOf("var/lib/apt/lists/lock");

    /// <summary>The arguments of each run of apt-get so far.</summary>
    public IReadOnlyList<string> Runs => File.Exists(PathOf("runs")) ? File.ReadAllLines(PathOf("runs")) : [];

    public string PathOf(string name) => Path.Combine(_folder.Path, name);

    /// <summary>True if the file that each package brings is there.</summary>
    public bool Has(string package) => File.Exists(PathOf($"opt/{package}"));

    /// <summary>Offers a package.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="postInstall">Its script that runs in the folder when it is set up, which has nothing that could run it; null for none.</param>
    public async Task OfferAsync(string name, string? postInstall = null)
    {
        _folder.Write($"build/{name}/opt/{name}", name);
        var control = $"Package: {name}\nVersion: 1.0\nArchitecture: all\nMaintainer: nobody <nobody@example.org>\nDescription: a package of a test\n";
        _folder.Write($"build/{name}/DEBIAN/control", control);
        if (postInstall is not null) WriteProgram($"build/{name}/DEBIAN/postinst", postInstall);
        var file = PathOf($"source/{name}.deb");
        using var build = Process.Start(new ProcessStartInfo("dpkg-deb", ["--root-owner-group", "--build", PathOf($"build/{name}"), file]) { RedirectStandardOutput = true })!;
        await build.StandardOutput.ReadToEndAsync();
        await build.WaitForExitAsync();
        Assert.Equal(0, build.ExitCode);
        var content = await File.ReadAllBytesAsync(file);
        await File.AppendAllTextAsync(
            PathOf("source/Packages"), $"{control}Filename: ./{name}.deb\nSize: {content.Length}\nSHA256: {Convert.ToHexStringLower(SHA256.HashData(content))}\n\n");
    }

    /// <summary>Takes a package away that the source still lists.</summary>
    public void LosePackage(string name) => File.Delete(PathOf($"source/{name}.deb"));

    /// <summary>Holds a lock as another program that is at work on packages does (fcntl(2)).</summary>
    public static IDisposable Hold(string lockFile)
    {
        var file = new FileStream(lockFile, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite);
        if (!OperatingSystem.IsMacOS()) file.Lock(0, 0);
        return file;
    }

    private string WriteProgram(string name, string script)
    {
        var file = _folder.Write(name, "#!/bin/sh\n" + script);
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(file, Executable);
        return file;
    }

    public void Dispose() => _folder.Dispose();
}
