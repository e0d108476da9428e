using Genie.Brokers;
using Genie.Extensions.Genius.Messages;
using Genie.Genuine.Identities;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Licences;

/// <summary>The side of somebody whom an issuer lets take licences back. Safe for concurrent callers.</summary>
/// <param name="connection">Leads to the issuer.</param>
/// <param name="administrator">One of the issuer's administrators.</param>
/// <param name="issuer">Whose answers count.</param>
/// <param name="clock">The clock of envelopes; the system's by default.</param>
public sealed class LicenceAdministrator(IBrokerConnection connection, IdentityKeyPair administrator, PublicIdentity issuer, TimeProvider? clock = null)
{
    private readonly IssuerConversation _conversation = new(connection, administrator, issuer, clock);

    /// <summary>Takes a machine's licence back; its next event is refused with the reason.</summary>
    /// <returns>False if it has none that is in force.</returns>
    /// <exception cref="IssuerRefusedException">This is no administrator of the issuer's, or what came back is not its answer.</exception>
    /// <exception cref="BrokerException">The issuer was not reached; ask again.</exception>
    public async Task<bool> RevokeAsync(PublicIdentity machine, string reason, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(machine);
        var request = new IssuerRequest { Revocation = new RevocationRequest { Machine = ByteString.CopyFrom(machine.Key), Reason = reason } };
        var reply = await _conversation.AskAsync(request, cancellationToken).ConfigureAwait(false);
        return reply.Revocation is { } receipt ? receipt.Revoked : throw new IssuerRefusedException();
    }
}
