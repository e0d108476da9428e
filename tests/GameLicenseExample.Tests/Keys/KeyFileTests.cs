using GameLicenseExample.Keys;
using Genie.Testing;

namespace GameLicenseExample.Tests.Keys;

public sealed class KeyFileTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string FilePath => Path.Combine(_folder.Path, "new", "machine.key");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_key_is_made_once()
    {
        using var first = KeyFile.OpenOrCreate(FilePath);
        using var second = KeyFile.OpenOrCreate(FilePath);
        Assert.Equal(first.Public, second.Public);
        using var another = KeyFile.OpenOrCreate(FilePath + "2");
        Assert.NotEqual(first.Public, another.Public);
        Assert.Equal(2, Directory.GetFiles(Path.GetDirectoryName(FilePath)!).Length);
    }

    [SkippableFact]
    public void Nobody_but_its_owner_may_read_it()
    {
        Skip.If(OperatingSystem.IsWindows(), "Files have no modes there.");
        if (OperatingSystem.IsWindows()) return;
        using var identity = KeyFile.OpenOrCreate(FilePath);
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(FilePath));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(Path.GetDirectoryName(FilePath)!));
        File.SetUnixFileMode(FilePath, UnixFileMode.UserRead | UnixFileMode.GroupRead);
        Assert.Throws<KeyFileException>(() => KeyFile.OpenOrCreate(FilePath));
    }

    [Fact]
    public void Another_file_is_refused_and_left_alone()
    {
        using (KeyFile.OpenOrCreate(FilePath))
        {
            File.WriteAllBytes(FilePath, new byte[31]);
        }

        Assert.Throws<KeyFileException>(() => KeyFile.OpenOrCreate(FilePath));
        Assert.Equal(31, new FileInfo(FilePath).Length);
    }

    [Fact]
    public async Task First_runs_at_the_same_time_use_one_key()
    {
        var keys = await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(() =>
        {
            using var identity = KeyFile.OpenOrCreate(FilePath);
            return identity.Public.ToString();
        })));
        Assert.Single(keys.Distinct());
        Assert.Single(Directory.GetFiles(Path.GetDirectoryName(FilePath)!));
    }
}
