using System.Buffers;
using System.Buffers.Binary;
using System.Security.Cryptography;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Genuine;
using Genie.Genuine.Envelopes;
using Genie.Genuine.Identities;
using Genie.Geocoding;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Licences;

/// <summary>
/// Where envelopes arrive: machines' requests for licences, what happens at licensed machines, and administrators' revocations. Answers go back in envelopes. Its <see cref="HandleAsync"/>
/// is a broker's message handler. Safe for concurrent callers.
/// </summary>
/// <remarks>
/// An envelope that is changed, cut, not for this issuer, too old, or that came before, is answered with nothing at all, the same for every cause, and
/// leaves no trace but a count. A replay is found out by the envelopes' window; one that comes after a crash of this process, when the window is gone, by the
/// store, which keeps each request's key.
/// </remarks>
public sealed class LicenceIssuer
{
    private const int LicenceNameBytes = 8;
    private readonly IdentityKeyPair _identity;
    private readonly LicenceProvisioner _provisioner;
    private readonly HashSet<PublicIdentity> _administrators;
    private readonly EnvelopeOpener _opener;
    private readonly TimeProvider _clock;
    private long _refused;

    /// <summary>Opens an issuer.</summary>
    /// <param name="identity">Whose envelopes are opened, and who signs the answers.</param>
    /// <param name="provisioner">Decides.</param>
    /// <param name="envelopes">How old envelopes may be; see there.</param>
    /// <param name="administrators">Who may take licences back by envelope. Default: nobody.</param>
    public LicenceIssuer(IdentityKeyPair identity, LicenceProvisioner provisioner, EnvelopeOptions envelopes, IReadOnlyCollection<PublicIdentity>? administrators = null)
    {
        ArgumentNullException.ThrowIfNull(envelopes);
        _administrators = [.. administrators ?? []];
        (_identity, _provisioner, _opener, _clock) = (identity, provisioner, new EnvelopeOpener(identity, envelopes), envelopes.Clock);
    }

    /// <summary>Envelopes that were refused.</summary>
    public long Refused => Interlocked.Read(ref _refused);

    /// <summary>Handles one envelope.</summary>
    /// <param name="message">The envelope.</param>
    /// <param name="reply">Where the answer goes; nothing is written for an envelope that is refused.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="EventStoreException">The store cannot keep what is to be kept.</exception>
    public async ValueTask HandleAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        var envelope = message.ToArray();
        if (!_opener.TryOpen(envelope, out var opened) || Read(opened.Content) is not { } request || await AnswerAsync(opened.Sender, request, SHA256.HashData(envelope), cancellationToken).ConfigureAwait(false) is not { } answer)
        {
            Interlocked.Increment(ref _refused);
            LicenceMetrics.Refused();
            return;
        }

        reply.Write(SealedEnvelope.Seal(_identity, opened.Sender, answer.ToByteArray(), _clock));
    }

    /// <summary>The list of the licences that were taken back and would not have ended yet, signed: a <see cref="SignedRevocationList"/>'s document.</summary>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    public async ValueTask<byte[]> SignRevocationsAsync(CancellationToken cancellationToken) =>
        SignedRevocationList.Sign(_identity, await _provisioner.ReadRevocationsAsync(cancellationToken).ConfigureAwait(false));

    private static IssuerRequest? Read(ReadOnlyMemory<byte> content)
    {
        try
        {
            return IssuerRequest.Parser.ParseFrom(content.Span);
        }
        catch (InvalidProtocolBufferException)
        {
            return null;
        }
    }

    /// <summary>The answer; null for a request that is none, that was carried out before, or that is not the sender's to make.</summary>
    private async Task<IssuerReply?> AnswerAsync(PublicIdentity sender, IssuerRequest request, byte[] digest, CancellationToken cancellationToken)
    {
        var reply = new IssuerReply { Request = ByteString.CopyFrom(digest) };
        switch (request.BodyCase)
        {
            case IssuerRequest.BodyOneofCase.Licence:
                reply.Decision = await DecideAsync(sender, request.Licence, digest, cancellationToken).ConfigureAwait(false);
                if (reply.Decision is null) return null;
                if (reply.Decision.Granted) reply.Document = ByteString.CopyFrom(SignedLicence.Sign(_identity, sender, reply.Decision));
                return reply;
            case IssuerRequest.BodyOneofCase.Event:
                reply.Receipt = await RecordAsync(sender, request.Event, cancellationToken).ConfigureAwait(false);
                return reply.Receipt is null ? null : reply;
            case IssuerRequest.BodyOneofCase.Revocation when _administrators.Contains(sender):
                reply.Revocation = await RevokeAsync(request.Revocation, digest, cancellationToken).ConfigureAwait(false);
                return reply.Revocation is null ? null : reply;
            case IssuerRequest.BodyOneofCase.RevocationList:
                reply.Revocations = ByteString.CopyFrom(await SignRevocationsAsync(cancellationToken).ConfigureAwait(false));
                return reply;
            default:
                return null;
        }
    }

    private async Task<LicenceDecided?> DecideAsync(PublicIdentity machine, LicenceRequest request, byte[] digest, CancellationToken cancellationToken)
    {
        var place = new GeoPoint(request.Latitude, request.Longitude);
        var name = Convert.ToHexStringLower(digest.AsSpan(0, LicenceNameBytes));
        return (await _provisioner.DecideAsync(machine, place, name, KeyOf(digest), cancellationToken).ConfigureAwait(false))?.ToMessage();
    }

    private async Task<EventReceipt?> RecordAsync(PublicIdentity machine, Event message, CancellationToken cancellationToken)
    {
        try
        {
            return await _provisioner.RecordAsync(machine, message, cancellationToken).ConfigureAwait(false);
        }
        catch (MalformedEventException)
        {
            return null;
        }
    }

    private async Task<RevocationReceipt?> RevokeAsync(RevocationRequest request, byte[] digest, CancellationToken cancellationToken)
    {
        PublicIdentity machine;
        try
        {
            machine = new PublicIdentity(request.Machine.Span);
        }
        catch (KeyRefusedException)
        {
            return null;
        }

        var isRevoked = await _provisioner.RevokeAsync(machine, request.Reason, KeyOf(digest), cancellationToken).ConfigureAwait(false);
        return isRevoked is { } revoked ? new RevocationReceipt { Revoked = revoked } : null;
    }

    // An envelope cannot be changed without being refused, so its digest names the request.
    private static RequestKey KeyOf(ReadOnlySpan<byte> digest) => new(
        BinaryPrimitives.ReadUInt64BigEndian(digest), BinaryPrimitives.ReadUInt32BigEndian(digest[sizeof(ulong)..]), BinaryPrimitives.ReadUInt64BigEndian(digest[(sizeof(ulong) + sizeof(uint))..]));
}
