namespace Genie.Brokers.Aeron.Client;

/// <summary>Numbers of streams, out of the way of those that people choose.</summary>
internal static class StreamIds
{
    private const int Base = 0x4000_0000;

    /// <summary>The stream of a correlation id, of which a media driver gives each once.</summary>
    public static int Of(long correlationId) => Base | (int)(correlationId & (Base - 1));
}
