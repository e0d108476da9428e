namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>A library's producer. Safe for concurrent callers.</summary>
internal interface ILibraryProducer : ILibraryPart
{
    /// <summary>Sends a message, which must not change until the task completes: with the broker's receipt.</summary>
    Task SendAsync(byte[] payload, LibraryProperties properties);
}
