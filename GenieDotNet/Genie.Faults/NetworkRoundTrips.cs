namespace Genie.Faults;

/// <summary>How far apart the ends of the networks with names are, there and back: the one source of these numbers, for the proxies here and for the simulated networks of Genie.Datagrams.</summary>
internal static class NetworkRoundTrips
{
    /// <summary>One site.</summary>
    public static readonly TimeSpan Lan = TimeSpan.FromMilliseconds(1);

    /// <summary>Two sites of one continent.</summary>
    public static readonly TimeSpan Continental = TimeSpan.FromMilliseconds(35);

    /// <summary>Two continents.</summary>
    public static readonly TimeSpan International = TimeSpan.FromMilliseconds(150);

    /// <summary>A telephone on the move.</summary>
    public static readonly TimeSpan Mobile = TimeSpan.FromMilliseconds(80);
}
