using System.Diagnostics;
using Genie.EventStore.Embedded;
using Genie.Testing;

namespace Genie.EventStore.Tests.Embedded;

/// <summary>A file system that is full, where the user may mount one.</summary>
public sealed class FullDiskTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [SkippableTheory]
    [InlineData(1 << 20)]
    [InlineData(4 << 20)]
    public async Task What_the_messages_advise_makes_room_again_and_again(int segmentBytes)
    {
        Skip.IfNot(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess && await RunAsync("mount", "-t", "tmpfs", "-o", "size=25m", "tmpfs", _folder.Path), "No file system can be mounted.");
        try
        {
            await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = Path.Combine(_folder.Path, "store"), SegmentBytes = segmentBytes }, CancellationToken.None);
            for (var round = 0; round < 4; round++)
            {
                Assert.Contains("save snapshots and compact", await FillAsync(store), StringComparison.Ordinal);

                // Others take what is left.
                FillUp(Path.Combine(_folder.Path, "rest"));
                await store.CompactAsync(CancellationToken.None);
                for (var stream = 0; stream < 20; stream++)
                    await store.SaveSnapshotAsync($"{stream}", new StreamSnapshot(await store.GetVersionAsync($"{stream}", CancellationToken.None), new byte[1000]), CancellationToken.None);
                Assert.True(await store.CompactAsync(CancellationToken.None) > 10 << 20);
                File.Delete(Path.Combine(_folder.Path, "rest"));
            }
        }
        finally
        {
            await RunAsync("umount", _folder.Path);
        }
    }

    public void Dispose() => _folder.Dispose();

    private static async Task<string> FillAsync(EmbeddedEventStore store)
    {
        for (var i = 0; i < 100_000; i++)
        {
            try
            {
                await store.AppendAsync(new AppendRequest($"{i % 20}", new NewEvent[] { new("happened", new byte[8000]) }), CancellationToken.None);
            }
            catch (EventStoreFullException full)
            {
                Assert.True(i > 1000, $"Only {i} events found room.");
                return full.Message;
            }
        }

        throw new InvalidOperationException("The disk did not fill.");
    }

    private static void FillUp(string path)
    {
        using var file = File.OpenHandle(path, FileMode.Create, FileAccess.Write);
        try
        {
            for (long at = 0; ; at += 4096) RandomAccess.Write(file, new byte[4096], at);
        }
        catch (IOException)
        {
            // Full.
        }
    }

    private static async Task<bool> RunAsync(string program, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true, RedirectStandardOutput = true });
        if (process is null) return false;
        await process.WaitForExitAsync();
        return process.ExitCode == 0;
    }
}
