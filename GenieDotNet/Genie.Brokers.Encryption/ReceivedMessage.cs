using System.Buffers;
using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption;

/// <summary>A message as its listener gets it: decrypted, from whom it says, and for the first time.</summary>
/// <param name="Sender">Who sent it, as proved by its encryption.</param>
/// <param name="Body">The content, valid until the handler's task completes.</param>
/// <param name="ExpectsAnswer">True for a request.</param>
/// <param name="SentAt">By the sender's clock.</param>
/// <param name="MissingBefore">Messages of the same connection, sent between this one and the last before it, that have not come: lost, refused or late.</param>
public sealed record ReceivedMessage(PublicIdentity Sender, ReadOnlySequence<byte> Body, bool ExpectsAnswer, DateTimeOffset SentAt, long MissingBefore);
