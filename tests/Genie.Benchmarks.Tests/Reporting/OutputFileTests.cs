using System.Diagnostics;
using System.Text;
using Genie.Benchmarks.Reporting;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Reporting;

/// <summary>What becomes of the name that a file is written to, for each kind of it.</summary>
public sealed class OutputFileTests : IDisposable
{
    private static readonly TimeSpan Bound = TimeSpan.FromMinutes(2);

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_plain_file_is_replaced_as_a_whole()
    {
        var file = In("r.json");
        await File.WriteAllTextAsync(file, "a longer text than the new one");
        await WriteAsync(file, "new");
        Assert.Equal("new", await File.ReadAllTextAsync(file));
        await Assert.ThrowsAsync<IOException>(() => OutputFile.WriteAsync(file, async stream =>
        {
            await stream.WriteAsync("half"u8.ToArray());
            throw new IOException("no room");
        }));
        Assert.Equal("new", await File.ReadAllTextAsync(file));
        Assert.Equal([file], Directory.GetFiles(_folder.Path));
    }

    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_link_stays_one_and_what_it_points_to_is_written(bool exists)
    {
        Skip.If(OperatingSystem.IsWindows(), "Links need a right there that tests do not have.");
        Directory.CreateDirectory(In("kept"));
        var (target, middle, link) = (In("kept/r.json"), In("middle"), In("r.json"));
        if (exists) await File.WriteAllTextAsync(target, "old");
        File.CreateSymbolicLink(middle, "kept/r.json");
        File.CreateSymbolicLink(link, middle);
        await WriteAsync(link, "new");
        Assert.Equal("new", await File.ReadAllTextAsync(target));
        Assert.Equal(middle, File.ResolveLinkTarget(link, returnFinalTarget: false)!.FullName);
        Assert.Equal([target], Directory.GetFiles(In("kept")));
    }

    [SkippableFact]
    public async Task A_pipe_is_written_to()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "The kinds of files are Linux's.");
        var pipe = In("pipe");
        using (var made = Process.Start("mkfifo", pipe)) await made.WaitForExitAsync();
        var reading = Task.Run(() => File.ReadAllText(pipe));
        await Task.Run(() => WriteAsync(pipe, "through")).WaitAsync(Bound);
        Assert.Equal("through", await reading.WaitAsync(Bound));
        File.CreateSymbolicLink(In("link"), pipe);
        reading = Task.Run(() => File.ReadAllText(pipe));
        await Task.Run(() => WriteAsync(In("link"), "again")).WaitAsync(Bound);
        Assert.Equal("again", await reading.WaitAsync(Bound));
    }

    [SkippableFact]
    public async Task A_device_stays_one()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "The kinds of files are Linux's.");
        await WriteAsync("/dev/null", "nothing");
        Assert.Equal(0, new FileInfo("/dev/null").Length);
        await Assert.ThrowsAsync<IOException>(() => WriteAsync("/dev/full", "no room"));
        File.CreateSymbolicLink(In("full"), "/dev/full");
        await Assert.ThrowsAsync<IOException>(() => WriteAsync(In("full"), "no room"));
        Assert.False(File.Exists("/dev/full.unfinished"));
    }

    [SkippableFact]
    public async Task Results_go_to_a_pipe()
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "The kinds of files are Linux's.");
        var pipe = In("results");
        using (var made = Process.Start("mkfifo", pipe)) await made.WaitForExitAsync();
        var reading = Task.Run(() => File.ReadAllBytes(pipe));
        await Task.Run(() => ResultsFile.WriteAsync(pipe, SampleResults.Create(), CancellationToken.None)).WaitAsync(Bound);
        Assert.Contains("\"runs\"", Encoding.UTF8.GetString(await reading.WaitAsync(Bound)), StringComparison.Ordinal);
    }

    private static Task WriteAsync(string path, string text) => OutputFile.WriteAsync(path, text, CancellationToken.None);

    private string In(string name) => Path.Combine(_folder.Path, name);
}
