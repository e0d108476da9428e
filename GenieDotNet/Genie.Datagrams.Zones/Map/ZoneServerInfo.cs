namespace Genie.Datagrams.Zones;

/// <summary>A zone server as others know it.</summary>
/// <param name="Name">Of this run of the server, never used again: a server that starts anew is another one. 1 to 100 characters.</param>
/// <param name="Address">Where clients and other servers reach it.</param>
public sealed record ZoneServerInfo(string Name, DatagramAddress Address)
{
    /// <summary>True: it is about to end, and nobody gives it zones.</summary>
    public bool IsLeaving { get; init; }
}
