using Genie.Servers.Finding;

namespace Genie.Servers.Releases;

/// <summary>Fetches releases and unpacks them, each at most once and by one program at a time.</summary>
/// <param name="place">From where and to where.</param>
/// <param name="say">Takes lines about how far it is.</param>
internal sealed class ReleaseInstaller(ReleasePlace place, Action<string> say)
{
    /// <summary>Where the releases are put.</summary>
    public ReleasePlace Place => place;

    /// <summary>The folder of a release, which is there only whole; a single file lies in it under its own name.</summary>
    /// <exception cref="ServerException">It cannot be had; the message says what to do.</exception>
    public Task<string> InstallAsync(Release release, CancellationToken cancellationToken) => InstallAsync(release, UnpackAsync, cancellationToken);

    /// <summary>The same, unpacked in a way of its own.</summary>
    /// <param name="release">The release.</param>
    /// <param name="unpackAsync">Is given the fetched file and a folder that is not there yet; returns what becomes the release's folder, that or one in it.</param>
    /// <param name="cancellationToken">Abandons it; nothing half is left.</param>
    public async Task<string> InstallAsync(Release release, Func<string, string, CancellationToken, Task<string>> unpackAsync, CancellationToken cancellationToken)
    {
        var home = place.HomeOf(release);
        if (Directory.Exists(home)) return home;
        try
        {
            ServerFolders.CreateRoot();
            Directory.CreateDirectory(place.Folder);
            using var held = await LockAsync(release, home + ".lock", cancellationToken).ConfigureAwait(false);
            if (!Directory.Exists(home)) await InstallAsync(release, home, unpackAsync, cancellationToken).ConfigureAwait(false);
            return home;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new ServerException($"{release} could not be put in {place.Folder}: {error.Message}", error);
        }
    }

    private async Task InstallAsync(Release release, string home, Func<string, string, CancellationToken, Task<string>> unpackAsync, CancellationToken cancellationToken)
    {
        // A file that the user put there is left where it is.
        var (isGiven, draft) = (File.Exists(place.FileOf(release)), home + ".new");
        var file = await new ReleaseDownload(place, release, say).GetAsync(cancellationToken).ConfigureAwait(false);
        Delete(draft);
        try
        {
            say($"unpacking {release}");
            Directory.Move(await unpackAsync(file, draft, cancellationToken).ConfigureAwait(false), home);
        }
        finally
        {
            Delete(draft);
        }

        if (!isGiven) File.Delete(file);
    }

    private async Task<IDisposable> LockAsync(Release release, string file, CancellationToken cancellationToken)
    {
        if (FileLock.TryAcquire(file) is { } held) return held;
        say($"waiting for another genie, which fetches {release}");
        return await FileLock.AcquireAsync(file, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Archives of releases hold one folder, with the version in its name; whatever is no archive is the release itself.</summary>
    private static async Task<string> UnpackAsync(string file, string draft, CancellationToken cancellationToken)
    {
        if (!file.EndsWith(".tgz", StringComparison.Ordinal) && !file.EndsWith(".tar.gz", StringComparison.Ordinal))
        {
            Directory.CreateDirectory(draft);
            File.Copy(file, Path.Combine(draft, Path.GetFileName(file)));
            return draft;
        }

        await ReleaseArchive.UnpackAsync(file, draft, cancellationToken).ConfigureAwait(false);
        return Directory.GetFileSystemEntries(draft) is [var only] && Directory.Exists(only) ? only
            : throw new ServerException($"{file} is no release's archive: it does not hold one folder.");
    }

    // Left by a program that crashed, or by this one where it failed.
    private static void Delete(string draft)
    {
        if (Directory.Exists(draft)) Directory.Delete(draft, recursive: true);
    }
}
