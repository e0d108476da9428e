namespace Genie.Brokers.Multiplexing;

/// <summary>A way out that can keep small batches back for a moment, so that what follows soon goes out with them.</summary>
public interface IHeldOutput
{
    /// <summary>Keeps small batches back until <see cref="Release"/>.</summary>
    void Hold();

    /// <summary>Sends what <see cref="Hold"/> kept back.</summary>
    ValueTask Release();
}
