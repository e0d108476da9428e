using System.Globalization;

namespace Genie.Brokers.Conformance.Tools;

/// <summary>What the operating system holds for this process. Linux only: elsewhere everything counts as nothing.</summary>
/// <param name="Sockets">Open sockets.</param>
/// <param name="Threads">Threads by name, without the runtime's own pool and service threads.</param>
internal sealed record ProcessCensus(int Sockets, IReadOnlyDictionary<string, int> Threads)
{
    // The runtime names its service threads so. "Long Running" ones are tasks of somebody's and count.
    private const string RuntimePrefix = ".NET ";
    private const string LongRunningPrefix = ".NET Long";

    public static bool IsSupported => OperatingSystem.IsLinux();

    public static ProcessCensus Take() => new(
        Directory.EnumerateFileSystemEntries("/proc/self/fd").Count(IsSocket),
        Directory.EnumerateDirectories("/proc/self/task").Select(ThreadName).OfType<string>()
            .Where(name => !name.StartsWith(RuntimePrefix, StringComparison.Ordinal) || name.StartsWith(LongRunningPrefix, StringComparison.Ordinal))
            .GroupBy(name => name).ToDictionary(group => group.Key, group => group.Count()));

    /// <summary>What there is beyond an earlier census, in words; null if nothing.</summary>
    public string? BeyondOf(ProcessCensus earlier)
    {
        var extra = Threads.Where(pair => pair.Value > earlier.Threads.GetValueOrDefault(pair.Key))
            .Select(pair => string.Create(CultureInfo.InvariantCulture, $"{pair.Value - earlier.Threads.GetValueOrDefault(pair.Key)} thread(s) '{pair.Key}'"));
        var words = Sockets > earlier.Sockets ? extra.Prepend(string.Create(CultureInfo.InvariantCulture, $"{Sockets - earlier.Sockets} socket(s)")) : extra;
        var text = string.Join(", ", words);
        return text.Length == 0 ? null : text;
    }

    private static bool IsSocket(string path) =>
        ReadOrNull(() => new FileInfo(path).LinkTarget)?.StartsWith("socket:", StringComparison.Ordinal) == true;

    private static string? ThreadName(string path) => ReadOrNull(() => File.ReadAllText(Path.Combine(path, "comm")).Trim());

    // What is listed may be gone when it is read.
    private static string? ReadOrNull(Func<string?> read)
    {
        try
        {
            return read();
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
