using System.Collections.Concurrent;
using Genie.Servers.Releases;
using Genie.Testing;

namespace Genie.Servers.Tests.Releases;

public sealed class ReleaseInstallerTests : IDisposable
{
    private const string Route = "/dist/thing/thing-1.0.tgz";

    private static readonly byte[] Content = ReleaseFile.Archive(ReleaseFile.File("thing-1.0/libs/thing.jar", "the thing"), ReleaseFile.File("thing-1.0/bin/start"));
    private static readonly Release Row = ReleaseFile.RowOf("thing", "thing-1.0.tgz", Content);

    private readonly TemporaryFolder _folder = new();
    private readonly ConcurrentQueue<string> _said = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_release_is_fetched_checked_and_unpacked_once()
    {
        using var publisher = Publisher.Of(new Dictionary<string, byte[]> { [Route] = Content });
        var place = publisher.Place(_folder.Path);
        var home = await InstallAsync(place);
        Assert.Equal("the thing", await File.ReadAllTextAsync(Path.Combine(home, "libs", "thing.jar")));
        Assert.Equal(["thing-1.0", "thing-1.0.lock"], Left(place));
        Assert.Contains("The thing 1.0: 100 % of 0.0 MB", _said);

        Assert.Equal(home, await InstallAsync(place));
        Assert.Equal([Route], publisher.Asked);
    }

    [Fact]
    public async Task Two_that_install_at_once_fetch_it_once()
    {
        using var publisher = Publisher.Of(new Dictionary<string, byte[]> { [Route] = Content });
        var place = publisher.Place(_folder.Path);
        var homes = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(() => InstallAsync(place))));
        Assert.Single(homes.Distinct());
        Assert.Equal([Route], publisher.Asked);
    }

    [Fact]
    public async Task An_archive_that_the_user_put_there_is_taken_and_stays()
    {
        using var publisher = Publisher.Of(new Dictionary<string, byte[]>());
        var place = publisher.Place(_folder.Path);
        Directory.CreateDirectory(place.Folder);
        await File.WriteAllBytesAsync(place.FileOf(Row), Content);
        await InstallAsync(place);
        Assert.Empty(publisher.Asked);
        Assert.Equal(["thing-1.0", "thing-1.0.lock", "thing-1.0.tgz"], Left(place));
    }

    [Fact]
    public async Task What_is_no_archive_lies_in_its_folder_under_its_own_name()
    {
        var row = ReleaseFile.RowOf("thing", "thing-all.jar", [1, 2, 3]);
        using var publisher = Publisher.Of(new Dictionary<string, byte[]> { ["/dist/thing/thing-all.jar"] = [1, 2, 3] });
        var home = await new ReleaseInstaller(publisher.Place(_folder.Path), _said.Enqueue).InstallAsync(row, CancellationToken.None);
        Assert.Equal([1, 2, 3], await File.ReadAllBytesAsync(Path.Combine(home, "thing-all.jar")));
    }

    [Fact]
    public async Task Another_file_is_deleted_and_both_checksums_are_told()
    {
        var other = (byte[])Content.Clone();
        other[^9] ^= 1;
        using var publisher = Publisher.Of(new Dictionary<string, byte[]> { [Route] = other });
        var place = publisher.Place(_folder.Path);
        var error = await Assert.ThrowsAsync<ServerException>(() => InstallAsync(place));
        Assert.Contains($"expected {Row.Checksum}, found SHA-512 ", error.Message, StringComparison.Ordinal);
        Assert.Contains("GENIE_MIRROR", error.Message, StringComparison.Ordinal);
        Assert.Equal(["thing-1.0.lock"], Left(place));

        await File.WriteAllBytesAsync(place.FileOf(Row), other);
        await Assert.ThrowsAsync<ServerException>(() => InstallAsync(place));
        Assert.Equal(["thing-1.0.lock"], Left(place));
    }

    [Fact]
    public async Task A_file_that_is_cut_short_is_no_release()
    {
        using var publisher = new Publisher((_, stream, token) => Publisher.AnswerAsync(stream, Content[..^10], Content.Length, token));
        await AssertFailsAsync(publisher.Place(_folder.Path), "The thing 1.0 could not be fetched: ");
    }

    [Theory]
    [InlineData(-1, "bytes, and the one that was published")]
    [InlineData(1, "bytes, and the one that was published")]
    public async Task A_file_of_another_length_is_not_fetched(int more, string reason)
    {
        using var publisher = new Publisher((_, stream, token) => Publisher.AnswerAsync(stream, [], Content.Length + more, token));
        await AssertFailsAsync(publisher.Place(_folder.Path), reason);
    }

    [Fact]
    public async Task A_file_without_end_is_bounded()
    {
        using var publisher = new Publisher(async (_, stream, token) =>
        {
            await stream.WriteAsync("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"u8.ToArray(), token);
            while (true) await stream.WriteAsync(Content, token);
        });
        var place = publisher.Place(_folder.Path) with { BytesMax = 100_000 };
        await AssertFailsAsync(place, "more than 100000 bytes", Row with { Bytes = null });
        await AssertFailsAsync(place, "at least ");
    }

    [Fact]
    public async Task A_publisher_that_has_it_not_or_is_away_is_named_with_the_command_to_run_by_hand()
    {
        using var publisher = Publisher.Of(new Dictionary<string, byte[]>());
        var place = publisher.Place(_folder.Path);
        await AssertFailsAsync(place, "127.0.0.1 answered 404 (Not Found)");
        var away = place with { Mirror = $"http://127.0.0.1:{Ports.PickFree()}/mirror/" };
        await AssertFailsAsync(away, $"curl --fail --location --create-dirs --output {place.FileOf(Row)} {away.Mirror}dist/thing/thing-1.0.tgz; ");
        await AssertFailsAsync(place with { Mirror = "nonsense" }, "GENIE_MIRROR is no URL");
    }

    [Fact]
    public void A_mirror_takes_the_hosts_place_and_its_user_is_not_told()
    {
        Assert.Equal("https://publisher.example/dist/thing/thing-1.0.tgz", new ReleasePlace { Mirror = null }.AddressOf(Row).ToString());
        Assert.Equal("http://mirror.example:81/a/dist/thing/thing-1.0.tgz", new ReleasePlace { Mirror = "http://me:secret@mirror.example:81/a?b" }.AddressOf(Row).ToString());
    }

    [Theory]
    [InlineData(false, "did not answer within 15 s")]
    [InlineData(true, "nothing came for 30 s after 0.0 MB")]
    public async Task A_publisher_that_stalls_is_given_up(bool answers, string reason)
    {
        using var publisher = Stalling(answers ? 100 : 0);
        var clock = new ManualClock();
        var place = publisher.Place(_folder.Path) with { Time = clock };
        var failing = AssertFailsAsync(place, reason);
        while (!failing.IsCompleted)
        {
            clock.Advance(TimeSpan.FromSeconds(1));
            await Task.Delay(1);
        }

        await failing;
    }

    [Fact]
    public async Task A_publisher_that_drips_is_given_up_too()
    {
        var clock = new ManualClock();
        using var publisher = new Publisher(async (_, stream, token) =>
        {
            await Publisher.AnswerAsync(stream, [], Content.Length, token);
            for (var i = 0; i < Content.Length; i++)
            {
                await stream.WriteAsync(Content.AsMemory(i, 1), token);
                clock.Advance(TimeSpan.FromSeconds(1));
                await Task.Delay(1, token);
            }
        });
        await AssertFailsAsync(publisher.Place(_folder.Path) with { Time = clock, StallTimeout = TimeSpan.FromHours(1) }, "it took longer than 15 min");
    }

    [Fact]
    public async Task Cancelled_it_leaves_nothing_half()
    {
        var reached = new TaskCompletionSource();
        using var publisher = Stalling(100, reached);
        using var cancelling = new CancellationTokenSource();
        var place = publisher.Place(_folder.Path);
        var installing = new ReleaseInstaller(place, _said.Enqueue).InstallAsync(Row, cancelling.Token);
        await reached.Task;
        await cancelling.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => installing);
        Assert.Equal(["thing-1.0.lock"], Left(place));
    }

    [Fact]
    public async Task An_archive_of_two_folders_or_of_nonsense_is_refused_and_nothing_is_left()
    {
        foreach (var content in (byte[][])[ReleaseFile.Archive(ReleaseFile.File("a/b"), ReleaseFile.File("c/d")), ReleaseFile.Archive(ReleaseFile.File("only")), Content[..(Content.Length / 2)], "no archive at all"u8.ToArray()])
        {
            var row = ReleaseFile.RowOf("thing", "thing-1.0.tgz", content);
            using var publisher = Publisher.Of(new Dictionary<string, byte[]> { [Route] = content });
            var place = publisher.Place(_folder.Path);
            await Assert.ThrowsAsync<ServerException>(() => new ReleaseInstaller(place, _said.Enqueue).InstallAsync(row, CancellationToken.None));
            Assert.Empty(Directory.GetDirectories(place.Folder));
            File.Delete(place.FileOf(row));
        }
    }

    /// <summary>Sends a head and so many bytes, or nothing at all, and then nothing more.</summary>
    private static Publisher Stalling(int bytes, TaskCompletionSource? reached = null) => new(async (_, stream, token) =>
    {
        if (bytes > 0) await Publisher.AnswerAsync(stream, Content[..bytes], Content.Length, token);
        reached?.TrySetResult();
        await Task.Delay(Timeout.InfiniteTimeSpan, token);
    });

    private async Task AssertFailsAsync(ReleasePlace place, string reason, Release? row = null)
    {
        var error = await Assert.ThrowsAsync<ServerException>(() => new ReleaseInstaller(place, _said.Enqueue).InstallAsync(row ?? Row, CancellationToken.None));
        Assert.Contains(reason, error.Message, StringComparison.Ordinal);
        Assert.Equal(["thing-1.0.lock"], Left(place));
    }

    private static IEnumerable<string?> Left(ReleasePlace place) => Directory.GetFileSystemEntries(place.Folder).Select(Path.GetFileName).Order(StringComparer.Ordinal);

    private Task<string> InstallAsync(ReleasePlace place) => new ReleaseInstaller(place, _said.Enqueue).InstallAsync(Row, CancellationToken.None);
}
