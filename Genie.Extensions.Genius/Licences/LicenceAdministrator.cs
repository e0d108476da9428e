using Genie.Brokers;
using Genie.Extensions.Genius.Messages;
using Genie.Genuine.Identities;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Licences;

/// <summary>The side of somebody whom a desk lets take licences back. Safe for concurrent callers.</summary>
/// <param name="connection">Leads to the desk.</param>
/// <param name="administrator">One of the desk's administrators.</param>
/// <param name="desk">Whose answers count.</param>
/// <param name="clock">The clock of envelopes; the system's by default.</param>
public sealed class LicenceAdministrator(IBrokerConnection connection, IdentityKeyPair administrator, PublicIdentity desk, TimeProvider? clock = null)
{
    private readonly DeskConversation _conversation = new(connection, administrator, desk, clock);

    /// <summary>Takes a machine's licence back; its next event is refused with the reason.</summary>
    /// <returns>False if it has none that is in force.</returns>
    /// <exception cref="DeskRefusedException">This is no administrator of the desk's, or what came back is not its answer.</exception>
    /// <exception cref="BrokerException">The desk was not reached; ask again.</exception>
    public async Task<bool> RevokeAsync(PublicIdentity machine, string reason, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(machine);
        var request = new DeskRequest { Revocation = new RevocationRequest { Machine = ByteString.CopyFrom(machine.Key), Reason = reason } };
        var reply = await _conversation.AskAsync(request, cancellationToken).ConfigureAwait(false);
        return reply.Revocation is { } receipt ? receipt.Revoked : throw new DeskRefusedException();
    }
}
