using Genie.Genuine.Storage;

namespace Genie.Genuine.Tests;

public sealed class FileStateStoreTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("genuine");

    private string File => Path.Combine(_folder.FullName, "state");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Changes_are_made_all_or_none_and_only_to_what_was_read()
    {
        using var store = await FileStateStore.OpenAsync(File);
        Assert.True(await WriteAsync(store, Change("a", 0, 1), Change("b", 0, 2)));
        Assert.False(await WriteAsync(store, Change("c", 0, 3), Change("a", 0, 4)));
        Assert.Null(await store.ReadAsync("c", default));
        var a = (await store.ReadAsync("a", default))!.Value;
        Assert.True(await WriteAsync(store, Change("a", a.Version, 5), new StateChange("b", a.Version, null)));
        Assert.False(await WriteAsync(store, Change("a", a.Version, 6)));
        Assert.Equal(["a"], await store.ListAsync("", default));
        Assert.Empty(await store.ListAsync("b", default));

        // A name that was removed does not begin again at a version that somebody may still hold.
        Assert.True(await WriteAsync(store, Change("b", 0, 7)));
        Assert.NotEqual(a.Version, (await store.ReadAsync("b", default))!.Value.Version);
        using var again = await FileStateStore.OpenAsync(File);
        Assert.Equal([5], (await again.ReadAsync("a", default))!.Value.Value.ToArray());
        if (!OperatingSystem.IsWindows()) Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, System.IO.File.GetUnixFileMode(File));
    }

    /// <summary>A process that ended in the midst of writing: cut anywhere, the file has all of a step or none of it.</summary>
    [Fact]
    public async Task File_cut_anywhere_in_its_last_step_opens_as_before_it()
    {
        long before;
        using (var store = await FileStateStore.OpenAsync(File))
        {
            await WriteAsync(store, Change("a", 0, 1));
            before = new FileInfo(File).Length;
            await WriteAsync(store, Change("b", 0, 2), Change("c", 0, 3));
        }

        var whole = await System.IO.File.ReadAllBytesAsync(File);
        for (var length = before; length < whole.Length; length++)
        {
            await System.IO.File.WriteAllBytesAsync(File, whole[..(int)length]);
            using var store = await FileStateStore.OpenAsync(File);
            Assert.Equal(["a"], await store.ListAsync("", default));
            Assert.True(await WriteAsync(store, Change("d", 0, 4)));
            using var again = await FileStateStore.OpenAsync(File);
            Assert.Equal(["a", "d"], (await again.ListAsync("", default)).Order());
        }
    }

    [Fact]
    public async Task Damage_in_its_midst_is_refused()
    {
        using (var store = await FileStateStore.OpenAsync(File))
        {
            for (byte i = 0; i < 3; i++) await WriteAsync(store, Change($"name {i}", 0, i));
        }

        var whole = await System.IO.File.ReadAllBytesAsync(File);
        foreach (var position in new[] { 3, 40, 60 })
        {
            var damaged = (byte[])whole.Clone();
            damaged[position] ^= 1;
            await System.IO.File.WriteAllBytesAsync(File, damaged);
            await Assert.ThrowsAsync<StateRefusedException>(() => FileStateStore.OpenAsync(File));
        }
    }

    [Fact]
    public async Task File_is_written_anew_when_most_of_it_is_superseded_and_others_notice()
    {
        using var store = await FileStateStore.OpenAsync(File);
        using var other = await FileStateStore.OpenAsync(File);
        await WriteAsync(store, Change("kept", 0, 1));
        var large = new byte[300_000];
        for (byte i = 0; i < 12; i++)
        {
            var writer = i % 2 == 0 ? store : other;
            large[0] = i;
            var version = (await writer.ReadAsync("large", default))?.Version ?? 0;
            Assert.True(await WriteAsync(writer, new StateChange("large", version, large)));
        }

        Assert.True(new FileInfo(File).Length < 2_000_000);
        foreach (var reader in new[] { store, other })
        {
            Assert.Equal(11, (await reader.ReadAsync("large", default))!.Value.Value.Span[0]);
            Assert.Equal([1], (await reader.ReadAsync("kept", default))!.Value.Value.ToArray());
        }

        Assert.False(System.IO.File.Exists(File + ".new"));
    }

    [Fact]
    public async Task Lock_that_another_holds_is_waited_for_and_told()
    {
        using var store = await FileStateStore.OpenAsync(File, new FileStateOptions { LockTimeout = TimeSpan.Zero });
        using (new FileStream(File + ".lock", FileMode.Open, FileAccess.ReadWrite, FileShare.None))
        {
            var error = await Assert.ThrowsAsync<StoreBusyException>(async () => await WriteAsync(store, Change("a", 0, 1)));
            Assert.True(error.IsTransient);
        }

        Assert.True(await WriteAsync(store, Change("a", 0, 1)));
    }

    private static StateChange Change(string name, long version, byte value) => new(name, version, new[] { value });

    private static ValueTask<bool> WriteAsync(FileStateStore store, params StateChange[] changes) => store.TryWriteAsync(changes, default);
}
