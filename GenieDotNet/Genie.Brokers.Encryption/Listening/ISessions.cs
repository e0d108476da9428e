using Genie.Genuine.Storage;

namespace Genie.Brokers.Encryption.Listening;

/// <summary>The sessions that listeners have with senders.</summary>
internal interface ISessions : IDisposable
{
    /// <summary>Decrypts a request; a first message that proves genuine begins its session.</summary>
    /// <param name="session">Its session.</param>
    /// <param name="message">The conversation's message.</param>
    /// <param name="binding">What it is bound to.</param>
    /// <param name="changes">Gets what must be written before the request is handled.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="RefusedException">It is not to be handled.</exception>
    ValueTask<OpenedRequest> OpenAsync(UInt128 session, ReadOnlyMemory<byte> message, byte[] binding, List<StateChange> changes, CancellationToken cancellationToken);

    /// <summary>Encrypts the answer to a request; what must be written before it is sent is written.</summary>
    ValueTask<byte[]> EncryptAsync(OpenedRequest request, ReadOnlyMemory<byte> answer, byte[] binding, CancellationToken cancellationToken);
}
