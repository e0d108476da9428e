using Genie.Brokers;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Genuine.Identities;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Licences;

/// <summary>A machine's side: asks for its licence and reports what happens at it. Safe for concurrent callers.</summary>
/// <param name="connection">Leads to the issuer.</param>
/// <param name="machine">The machine's identity.</param>
/// <param name="issuer">Whose answers count. Learn it by a way that you trust.</param>
/// <param name="clock">The clock of envelopes; the system's by default.</param>
public sealed class LicenceClient(IBrokerConnection connection, IdentityKeyPair machine, PublicIdentity issuer, TimeProvider? clock = null)
{
    private readonly IssuerConversation _conversation = new(connection, machine, issuer, clock);
    private volatile SignedLicence? _licence;

    /// <summary>The key of this machine's events: the name of the store's stream that they go to.</summary>
    public string EventKey { get; } = LicenceEvents.MachineStreamOf(machine.Public);

    /// <summary>The licence of the last decision, signed, to be kept and checked without the issuer; null: it was denied, none was asked for, or the issuer is of a version that signs none.</summary>
    public SignedLicence? Licence => _licence;

    /// <summary>Asks for a licence at a place.</summary>
    /// <returns>The decision, granted or denied.</returns>
    /// <exception cref="IssuerRefusedException">The issuer did not accept the envelope, or what came back is not its answer.</exception>
    /// <exception cref="BrokerException">The issuer was not reached; ask again.</exception>
    public async Task<LicenceDecision> RequestAsync(GeoPoint place, CancellationToken cancellationToken)
    {
        var reply = await _conversation.AskAsync(new IssuerRequest { Licence = new LicenceRequest { Latitude = place.Latitude, Longitude = place.Longitude } }, cancellationToken).ConfigureAwait(false);
        if (reply.Decision is null) throw new IssuerRefusedException();
        var decision = LicenceDecision.FromMessage(reply.Decision);
        _licence = reply.Document.IsEmpty ? null : ReadLicence(reply.Document.Memory, decision);
        return decision;
    }

    /// <summary>Reports something that happened here; on record when the task completes.</summary>
    /// <param name="value">What happened; its key must be <see cref="EventKey"/>.</param>
    /// <param name="cancellationToken">Abandons the wait; the event may be on record all the same.</param>
    /// <exception cref="LicenceNotInForceException">The licence does not allow it.</exception>
    /// <exception cref="IssuerRefusedException">The issuer did not accept the envelope, or what came back is not its answer.</exception>
    /// <exception cref="BrokerException">The issuer was not reached; report it again, with the same request key.</exception>
    public async Task RecordAsync(GeniusEvent value, CancellationToken cancellationToken)
    {
        var reply = await _conversation.AskAsync(new IssuerRequest { Event = EventCodec.ToMessage(value) }, cancellationToken).ConfigureAwait(false);
        if (reply.Receipt is not { } receipt) throw new IssuerRefusedException();
        if (!receipt.Recorded) throw new LicenceNotInForceException(receipt.Reason);
    }

    /// <summary>Which licences the issuer has taken back before their end, signed, to check licences with that others show, without the issuer.</summary>
    /// <exception cref="IssuerRefusedException">The issuer did not accept the envelope, or what came back is not its answer.</exception>
    /// <exception cref="BrokerException">The issuer was not reached; ask again.</exception>
    public async Task<SignedRevocationList> ReadRevocationsAsync(CancellationToken cancellationToken)
    {
        var reply = await _conversation.AskAsync(new IssuerRequest { RevocationList = new RevocationListRequest() }, cancellationToken).ConfigureAwait(false);
        return SignedRevocationList.Read(reply.Revocations.Memory, issuer) ?? throw new IssuerRefusedException();
    }

    private SignedLicence ReadLicence(ReadOnlyMemory<byte> document, LicenceDecision decision) =>
        SignedLicence.Read(document, issuer) is { } licence && licence.Machine.Equals(machine.Public) && licence.Decision == decision ? licence : throw new IssuerRefusedException();
}
