using System.Globalization;

namespace Genie.Relay.Workers;

/// <summary>Resident memory by session, from Linux's /proc. Source: proc(5), /proc/pid/stat.</summary>
internal static class ResidentMemory
{
    private const int SessionField = 6;
    private const int ResidentPagesField = 24;
    private const int FirstFieldAfterName = 3;

    /// <summary>Bytes by session; empty where there is no /proc.</summary>
    public static Dictionary<int, long> ReadBySession()
    {
        Dictionary<int, long> bytes = [];
        if (!OperatingSystem.IsLinux()) return bytes;
        foreach (var folder in Directory.EnumerateDirectories("/proc"))
        {
            if (!char.IsAsciiDigit(folder[^1]) || Read(folder) is not { } found) continue;
            bytes[found.Session] = bytes.GetValueOrDefault(found.Session) + found.Bytes;
        }

        return bytes;
    }

    private static (int Session, long Bytes)? Read(string folder)
    {
        try
        {
            // The name in parentheses may hold spaces and parentheses.
            var stat = File.ReadAllText(folder + "/stat");
            var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
            var session = int.Parse(fields[SessionField - FirstFieldAfterName], CultureInfo.InvariantCulture);
            return (session, long.Parse(fields[ResidentPagesField - FirstFieldAfterName], CultureInfo.InvariantCulture) * Environment.SystemPageSize);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            // It has ended meanwhile.
            return null;
        }
    }
}
