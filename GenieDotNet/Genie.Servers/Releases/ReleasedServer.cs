namespace Genie.Servers.Releases;

/// <summary>A server that runs from its makers' release, unpacked: the way where neither a package nor a container is to be had.</summary>
/// <param name="Name">The release's name in the table.</param>
/// <param name="StartAsync">Starts it from the unpacked release on 127.0.0.1, in a folder, on a port.</param>
internal sealed record ReleasedServer(string Name, Func<string, string, int, CancellationToken, Task<ServerProcess>> StartAsync)
{
    /// <summary>Where releases are; asked again each time, as the environment names it.</summary>
    public Func<ReleasePlace> Place { get; init; } = static () => new ReleasePlace();

    /// <summary>What may be fetched; null where the table has none, and on Windows, where servers cannot be started as processes.</summary>
    public Release? Release => OperatingSystem.IsWindows() ? null : Place().Find(Name);

    /// <summary>True if it is unpacked here and there is a Java to run it.</summary>
    public bool IsInstalled => Release is { } release && Directory.Exists(Place().HomeOf(release)) && JavaRuntime.Find() is not null;

    /// <summary>Starts it in a folder, on a port; null where it is not installed.</summary>
    public Func<string, int, CancellationToken, Task<ServerProcess>>? NativeStart()
    {
        if (!IsInstalled) return null;
        var home = Place().HomeOf(Release!);
        return (folder, port, token) => StartAsync(home, Path.GetFullPath(folder), port, token);
    }
}
