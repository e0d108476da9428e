using System.Globalization;

namespace Genie.Benchmarks.Load.Silos.Faults;

/// <summary>Whose a TCP connection is, as Linux' /proc tells (proc(5): net/tcp, fd).</summary>
internal static class ProcessSockets
{
    private const int AddressColumn = 1;
    private const int InodeColumn = 9;

    private static readonly string[] Tables = ["/proc/net/tcp", "/proc/net/tcp6"];

    /// <summary>True where it can be told.</summary>
    public static bool AreKnown => File.Exists(Tables[0]);

    /// <summary>True if a process has a connection that begins at a port of this machine.</summary>
    public static bool Has(int processId, int localPort)
    {
        var inodes = Tables.Where(File.Exists).SelectMany(File.ReadLines).Skip(1)
            .Select(static line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Where(columns => columns.Length > InodeColumn && PortOf(columns[AddressColumn]) == localPort)
            .Select(static columns => $"socket:[{columns[InodeColumn]}]")
            .ToHashSet(StringComparer.Ordinal);
        return inodes.Count > 0 && Descriptors(processId).Any(inodes.Contains);
    }

    private static int PortOf(string address) =>
        int.TryParse(address.AsSpan(address.LastIndexOf(':') + 1), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var port) ? port : -1;

    private static IEnumerable<string> Descriptors(int processId)
    {
        try
        {
            return [.. Directory.EnumerateFileSystemEntries($"/proc/{processId}/fd").Select(static descriptor => new FileInfo(descriptor).LinkTarget ?? "")];
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            // It has ended, or a descriptor was closed meanwhile: a connection that lives is asked for again.
            return [];
        }
    }
}
