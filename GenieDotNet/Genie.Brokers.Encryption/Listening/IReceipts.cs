using Genie.Brokers.Encryption.Protocol;
using Genie.Genuine.Identities;
using Genie.Genuine.Storage;

namespace Genie.Brokers.Encryption.Listening;

/// <summary>What listeners have handled, so that a message is handled once however it comes.</summary>
internal interface IReceipts
{
    /// <summary>Remembers a message that is handled now; the changes must be written before it is.</summary>
    /// <returns>How many messages of its connection are missing before it.</returns>
    /// <exception cref="RefusedException">It is not to be handled.</exception>
    ValueTask<long> ClaimAsync(PublicIdentity sender, MessageStamp stamp, List<StateChange> changes, CancellationToken cancellationToken);

    /// <summary>The message was not handled after all: it may come again.</summary>
    ValueTask ReleaseAsync(PublicIdentity sender, MessageStamp stamp, CancellationToken cancellationToken);

    /// <summary>How many of the first messages of a connection were not handled.</summary>
    ValueTask<ulong> CountUnhandledAsync(PublicIdentity sender, MessageStamp stamp, CancellationToken cancellationToken);
}
