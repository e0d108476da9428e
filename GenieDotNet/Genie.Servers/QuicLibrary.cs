using System.Runtime.InteropServices;
using Genie.Servers.Installing;
using Genie.Servers.Releases;

namespace Genie.Servers;

/// <summary>MsQuic, the native library that System.Net.Quic needs on Linux and that most systems do not come with.</summary>
public static class QuicLibrary
{
    /// <summary>
    /// Loads one that <see cref="InstallAsync"/> unpacked, if there is one. Called before a program first asks whether QUIC is supported: the loader then takes this one for
    /// the name that System.Net.Quic asks for, in this process alone, which each process of genie's does for itself.
    /// </summary>
    public static void Load()
    {
        if (OperatingSystem.IsLinux() && FindUnpacked() is { } file) NativeLibrary.TryLoad(file, out _);
    }

    /// <summary>Installs it where it is missing: Microsoft's package, by apt-get where this runs as root, else unpacked where <see cref="Load"/> finds it. Linux only.</summary>
    /// <param name="say">Takes lines about how far it is.</param>
    /// <param name="cancellationToken">Abandons it; nothing half is left.</param>
    /// <returns>Why it is still missing and what to do; null where it is there.</returns>
    public static async Task<string?> InstallAsync(Action<string> say, CancellationToken cancellationToken)
    {
        if (!OperatingSystem.IsLinux() || NativeLibrary.TryLoad(QuicInstaller.Library, out _)) return null;
        try
        {
            var file = FindUnpacked() ?? await new QuicInstaller(new ReleasePlace(), new AptPlace(), say).InstallAsync(LinuxSystem.Describe(), cancellationToken).ConfigureAwait(false);
            NativeLibrary.Load(file ?? QuicInstaller.Library);
            return null;
        }
        catch (ServerException error)
        {
            return error.Message;
        }
        catch (DllNotFoundException error)
        {
            return $"MsQuic is there and does not load, as a library that it needs is missing. On Debian: apt-get install libssl3 libnuma1. The loader says: {error.Message}";
        }
    }

    private static string? FindUnpacked()
    {
        var folder = new ReleasePlace().Folder;
        return Directory.Exists(folder)
            ? Directory.EnumerateDirectories(folder, $"{ReleaseTable.MsQuic}-*").Select(home => Path.Combine(home, QuicInstaller.Library)).Where(File.Exists).Order(StringComparer.Ordinal).LastOrDefault() : null;
    }
}
