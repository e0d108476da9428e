namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>A library's consumer.</summary>
internal interface ILibraryConsumer : ILibraryPart
{
    /// <summary>The next message; one caller at a time.</summary>
    ValueTask<LibraryMessage> ReceiveAsync(CancellationToken cancellationToken);

    /// <summary>Acknowledges one message.</summary>
    ValueTask AcknowledgeAsync(object messageId);
}
