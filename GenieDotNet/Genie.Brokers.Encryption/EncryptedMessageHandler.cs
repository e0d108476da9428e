using System.Buffers;

namespace Genie.Brokers.Encryption;

/// <summary>Handles one message whose sender is known; otherwise as <see cref="MessageHandler"/>.</summary>
public delegate ValueTask EncryptedMessageHandler(ReceivedMessage message, IBufferWriter<byte> reply, CancellationToken cancellationToken);
