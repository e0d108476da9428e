using Genie.EventStore.Embedded;
using Genie.EventStore.Tests.Embedded.Faults;
using Genie.Testing;

namespace Genie.EventStore.Tests.Embedded;

/// <summary>What the store writes is what the documents say; the files of the other tests are compared where those end.</summary>
public sealed class PythonReaderTests
{
    [SkippableFact]
    public async Task Python_reads_a_store_with_all_that_there_can_be_in_one()
    {
        Skip.IfNot(PythonReader.IsInstalled, "There is no python3 here.");
        using var folder = new TemporaryFolder();
        var options = new EmbeddedStoreOptions { Folder = folder.Path, SegmentBytes = 1 << 14 };
        await using (var store = await EmbeddedEventStore.OpenAsync(options, CancellationToken.None))
        {
            for (var i = 0; i < 200; i++)
            {
                var request = new AppendRequest($"stream € {i % 3}", new NewEvent[] { new("happened \"\\", new byte[i]), new("ü", new byte[] { (byte)i }) });
                await store.AppendAsync(i % 2 == 0 ? request with { Key = new RequestKey(ulong.MaxValue, uint.MaxValue, (ulong)i) } : request, CancellationToken.None);
            }

            await store.SaveSnapshotAsync("stream € 0", new StreamSnapshot(50, new byte[] { 1, 2 }), CancellationToken.None);
            await store.SaveSnapshotAsync("stream € 0", new StreamSnapshot(60, new byte[] { 3 }), CancellationToken.None);
            await store.SaveCheckpointAsync("projection", 70, CancellationToken.None);
            await store.DeleteStreamAsync("stream € 1", AppendRequest.AnyVersion, CancellationToken.None);
            await store.AppendAsync(new AppendRequest("stream € 1", new NewEvent[] { new("again", default) }), CancellationToken.None);
            await store.StartStreamAsync("stream € elsewhere", 7, CancellationToken.None);
            await store.StartStreamAsync("stream € gone", new StreamSnapshot(9, new byte[] { 4 }), CancellationToken.None);
            foreach (var stream in new[] { "stream € elsewhere", "stream € gone" }) await store.AppendAsync(new AppendRequest(stream, new NewEvent[] { new("next", default) }), CancellationToken.None);
            await PythonReader.CompareAsync(folder.Path);
            Assert.True(await store.CompactAsync(CancellationToken.None) > 0);
        }

        await PythonReader.CompareAsync(folder.Path);
        var last = Directory.GetFiles(folder.Path, "*.log").Order(StringComparer.Ordinal).Last();
        File.Delete(last);
        await PythonReader.CompareAsync(folder.Path);
    }

    [SkippableFact]
    public async Task Python_reads_what_simulated_disks_hold_after_all_that_befell_them()
    {
        Skip.IfNot(PythonReader.IsInstalled, "There is no python3 here.");
        for (var seed = 1; seed <= 20; seed++)
        {
            var simulation = new StoreSimulation(seed);
            simulation.Run();
            using var folder = new TemporaryFolder();
            simulation.CopyTo(folder.Path);
            await PythonReader.CompareAsync(folder.Path);
        }
    }
}
