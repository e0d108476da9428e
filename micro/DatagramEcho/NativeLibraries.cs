using System.Reflection;
using System.Runtime.InteropServices;

namespace DatagramEcho;

/// <summary>Where native libraries are: those that the system has by their names, and those that are built by hand by a path in an environment variable.</summary>
internal static class NativeLibraries
{
    public const string Enet = "enet";
    public const string GameNetworkingSockets = "GameNetworkingSockets";
    public const string GameNetworkingSocketsVariable = "GENIE_GNS_LIBRARY";
    public const string MsQuic = "msquic";
    private const string EnetFile = "libenet.so.7";
    private const string MsQuicFile = "libmsquic.so.2";

    /// <summary>Has names of <see cref="LibraryImportAttribute"/> found.</summary>
    public static void Register() => NativeLibrary.SetDllImportResolver(typeof(NativeLibraries).Assembly, Resolve);

    /// <summary>Whether a library can be loaded.</summary>
    public static bool IsThere(string name) => Resolve(name, typeof(NativeLibraries).Assembly, null) != 0;

    private static nint Resolve(string name, Assembly assembly, DllImportSearchPath? path) =>
        File(name) is { } file && NativeLibrary.TryLoad(file, assembly, path, out var handle) ? handle : 0;

    private static string? File(string name) => name switch
    {
        Enet => EnetFile,
        MsQuic => MsQuicFile,
        GameNetworkingSockets => Environment.GetEnvironmentVariable(GameNetworkingSocketsVariable),
        _ => null,
    };
}
