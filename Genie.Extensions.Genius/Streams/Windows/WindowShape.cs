namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>How event time is cut into windows. A window holds its start and not its end.</summary>
public abstract record WindowShape
{
    private protected WindowShape()
    {
    }
}
