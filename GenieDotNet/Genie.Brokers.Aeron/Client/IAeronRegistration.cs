namespace Genie.Brokers.Aeron.Client;

/// <summary>A counter in the media driver's file, which every client of that driver can read. It goes when it is disposed, or
/// its client dies.</summary>
internal interface IAeronRegistration : IDisposable
{
    /// <summary>True once others can see it.</summary>
    /// <exception cref="BrokerException">The media driver refused it.</exception>
    bool IsReady { get; }
}
