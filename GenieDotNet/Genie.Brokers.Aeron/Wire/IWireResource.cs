namespace Genie.Brokers.Aeron.Wire;

/// <summary>Something that a client added at the media driver.</summary>
internal interface IWireResource
{
    /// <summary>The media driver refused.</summary>
    void Refuse(BrokerException error);

    /// <summary>Lets go of the logs; the media driver is not notified.</summary>
    void Unmap();
}
