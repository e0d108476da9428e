using Genie.Servers.Installing;

namespace Genie.Servers.Releases;

/// <summary>
/// Brings MsQuic, which System.Net.Quic needs and Debian has no package of, by Microsoft's: installed by apt-get where that may be, with what it depends on, else
/// unpacked into a folder of genie's.
/// </summary>
/// <param name="place">From where and to where.</param>
/// <param name="apt">The system that it is installed into.</param>
/// <param name="say">Takes lines about how far it is.</param>
internal sealed class QuicInstaller(ReleasePlace place, AptPlace apt, Action<string> say)
{
    /// <summary>The name by which System.Net.Quic asks for it.</summary>
    public const string Library = "libmsquic.so.2";

    private const string Package = "libmsquic";

    /// <summary>Brings it for a system that <see cref="LinuxSystem"/> names.</summary>
    /// <returns>Its file; null where it is installed for all programs.</returns>
    /// <exception cref="ServerException">It cannot be had; the message says what to do.</exception>
    public async Task<string?> InstallAsync(string platform, CancellationToken cancellationToken)
    {
        var release = place.Find(ReleaseTable.MsQuic, platform) ?? throw new ServerException(
            $"Microsoft's package {Package} is known here for {string.Join(", ", place.Table.Where(row => row.Name == ReleaseTable.MsQuic).Select(row => row.Platform))}, and this is {platform}. "
            + $"Install it from Microsoft's package repository, or name the folder of {Library} in LD_LIBRARY_PATH.");
        var (isInstalled, tool) = (false, Executables.Find("dpkg-deb") ?? throw new ServerException($"{Package} is a Debian package, and there is no dpkg-deb here."));
        var home = await new ReleaseInstaller(place, say).InstallAsync(release, UnpackAsync, cancellationToken).ConfigureAwait(false);
        if (!isInstalled) return Path.Combine(home, Library);

        // The system's is found without it, and follows the system's updates.
        Directory.Delete(home, recursive: true);
        return null;

        async Task<string> UnpackAsync(string file, string draft, CancellationToken token)
        {
            Directory.CreateDirectory(draft);
            if (apt is { IsPrivileged: true, AptGet: not null })
            {
                var outcome = await new DebianInstaller(apt with { Files = new Dictionary<string, string> { [Package] = file } }, say).InstallAsync([Package], token).ConfigureAwait(false);
                isInstalled = outcome.Failures.Count == 0;
                if (isInstalled) return draft;
                say($"{outcome.Failures.Values.First()}\nIt is unpacked for genie alone instead.");
            }

            await RunAsync(tool, ["--extract", file, draft], token).ConfigureAwait(false);
            var library = Directory.EnumerateFiles(draft, $"{Library}*", SearchOption.AllDirectories).FirstOrDefault(found => File.ResolveLinkTarget(found, returnFinalTarget: true) is null)
                ?? throw new ServerException($"{file} holds no {Library}.");
            File.Move(library, Path.Combine(draft, Library));
            return draft;
        }
    }

    private static async Task RunAsync(string program, IReadOnlyList<string> arguments, CancellationToken cancellationToken)
    {
        var (exitCode, output) = await ProgramRun.RunAsync(program, arguments, cancellationToken).ConfigureAwait(false);
        if (exitCode != 0) throw new ServerException($"{program} {string.Join(' ', arguments)} failed: {output.Trim()}");
    }
}
