using System.Globalization;

namespace Genie.Benchmarks.Load.Games.Transports;

/// <summary>How many files, sockets among them, this process may have open.</summary>
internal static class OpenFiles
{
    private const string Limits = "/proc/self/limits";
    private const string Name = "Max open files";

    // What a process has open besides: its own files, and the runtime's.
    private const int Others = 250;

    /// <summary>Refuses more sockets than there can be: some are missing only when all others are open, and nobody says why.</summary>
    /// <param name="sockets">How many will be opened.</param>
    /// <param name="user">Who needs them, and how many each.</param>
    /// <exception cref="IOException">They are too many.</exception>
    public static void CheckFor(int sockets, string user) => Check(sockets, user, Max());

    /// <summary>The same for a known limit.</summary>
    internal static void Check(int sockets, string user, long? max)
    {
        if (max - Others < sockets) throw new IOException($"{user}: {sockets} sockets, and this process may have {max} files open, {Others} of which are for others. Play with fewer clients, or raise the limit (ulimit -n).");
    }

    /// <summary>The limit where Linux tells it; null where it is not known, or there is none.</summary>
    private static long? Max()
    {
        if (!File.Exists(Limits)) return null;
        var soft = File.ReadLines(Limits).FirstOrDefault(static line => line.StartsWith(Name, StringComparison.Ordinal))?[Name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries)[0];
        return long.TryParse(soft, NumberStyles.None, CultureInfo.InvariantCulture, out var max) ? max : null;
    }
}
