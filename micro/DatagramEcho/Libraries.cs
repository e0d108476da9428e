namespace DatagramEcho;

/// <summary>All that can be measured.</summary>
internal static partial class Libraries
{
    /// <summary>Stands for all that are there.</summary>
    public const string AllWord = "all";

    private static readonly Library Genie = new("genie", false, () => new GeniePair(isEncrypted: false)) { IsOurs = true };
    private static readonly Library GenieEncrypted = new("genie-encrypted", true, () => new GeniePair(isEncrypted: true)) { IsOurs = true };
    private static readonly Library LiteNetLib = new("litenetlib", false, () => new LiteNetLibPair());

    /// <summary>All, those that are not there included.</summary>
    public static IReadOnlyList<Library> All { get; } =
    [
        Genie, GenieEncrypted, LiteNetLib,
        new("enet", false, () => new EnetPair()) { WhyMissing = WhyNoEnet },
        Gns("gns", isEncrypted: true, isPolled: false),
        Gns("gns-plain", isEncrypted: false, isPolled: false),
        Gns("gns-polled", isEncrypted: true, isPolled: true),
        Gns("gns-polled-plain", isEncrypted: false, isPolled: true),
        Ruffles(),
        new("quic", true, () => new QuicPair()) { WhyMissing = WhyNoQuic },
    ];

    /// <summary>What is measured where no others are named.</summary>
    public static IReadOnlyList<Library> ForEchoes { get; } = [Genie, LiteNetLib];

    /// <inheritdoc cref="ForEchoes"/>
    public static IReadOnlyList<Library> ForReliable { get; } = [Genie, GenieEncrypted, LiteNetLib];

    /// <summary>Ours, and those that are named and there. Those that are not are told to the error stream.</summary>
    /// <param name="names">With commas between them.</param>
    /// <returns><see langword="null"/> if there is no library of a name.</returns>
    public static IReadOnlyList<Library>? Beside(string names)
    {
        var wanted = names.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        if (wanted.Length == 0 || wanted.Any(name => name != AllWord && All.All(library => library.Id != name))) return null;
        return [.. All.Where(library => library.IsOurs || ((wanted.Contains(library.Id) || wanted.Contains(AllWord)) && IsThere(library)))];
    }

    private static bool IsThere(Library library)
    {
        if (library.WhyMissing() is not { } why) return true;
        Console.Error.WriteLine($"{library.Id}: {why}");
        return false;
    }

    private static string? WhyNoEnet() => NativeLibraries.IsThere(NativeLibraries.Enet) ? null : "libenet7 is not installed (apt-get install libenet7).";

    private static string? WhyNoQuic() => NativeLibraries.IsThere(NativeLibraries.MsQuic) ? null : "libmsquic is not installed (Microsoft's package libmsquic; or LD_LIBRARY_PATH with the folder of libmsquic.so.2).";

    private static Library Gns(string id, bool isEncrypted, bool isPolled) => new(id, isEncrypted, () => new GnsPair(isEncrypted, isPolled)) { WhyMissing = WhyNoGns };

    private static string? WhyNoGns() => NativeLibraries.IsThere(NativeLibraries.GameNetworkingSockets) ? null
        : Environment.GetEnvironmentVariable(NativeLibraries.GameNetworkingSocketsVariable) is { Length: > 0 } path
            ? $"{path}, which {NativeLibraries.GameNetworkingSocketsVariable} names, cannot be loaded."
            : $"set {NativeLibraries.GameNetworkingSocketsVariable} to the path of libGameNetworkingSockets.so, built from its source (docs/results/datagrams.md).";

    private static Library Ruffles()
    {
        Func<IEchoPair>? open = null;
        AddRuffles(ref open);
        return new("ruffles", false, open ?? (() => throw new InvalidOperationException("This program was built without Ruffles.")))
        {
            WhyMissing = () => open is null ? "build this program with -p:RufflesAssembly=PATH, the full path of a Ruffles.dll built from its source (docs/results/datagrams.md)." : null,
        };
    }

    /// <summary>Implemented where the program is built with Ruffles.</summary>
    static partial void AddRuffles(ref Func<IEchoPair>? open);
}
