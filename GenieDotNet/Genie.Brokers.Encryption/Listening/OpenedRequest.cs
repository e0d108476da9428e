using Genie.Genuine.Conversations;
using Genie.Genuine.Identities;

namespace Genie.Brokers.Encryption.Listening;

/// <summary>A request that was decrypted.</summary>
/// <param name="Session">Its session.</param>
/// <param name="Sender">Who sent it.</param>
/// <param name="Plaintext">Stamp and content.</param>
/// <param name="Conversation">Where sessions are in memory, the one to answer in.</param>
internal sealed record OpenedRequest(UInt128 Session, PublicIdentity Sender, byte[] Plaintext, Conversation? Conversation);
