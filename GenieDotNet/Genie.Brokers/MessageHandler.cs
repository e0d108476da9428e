using System.Buffers;

namespace Genie.Brokers;

/// <summary>
/// Handles one message. Its bytes are valid until the task completes. The driver then sends what was written to
/// <paramref name="reply"/> if the sender awaits an answer, and settles the message (acknowledges it) after that.
/// </summary>
/// <remarks>
/// An exception is answered to the requester as <see cref="RemoteHandlerException"/>. A one-way message whose handler throws is
/// delivered again, after a wait, where <see cref="BrokerTraits.RedeliversFailures"/>. Both are reported: <see cref="ListenOptions.HandlerFailed"/>.
/// The listener lives on. At most <see cref="ListenOptions.Concurrency"/> run at once per listener.
/// </remarks>
public delegate ValueTask MessageHandler(
    ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken);
