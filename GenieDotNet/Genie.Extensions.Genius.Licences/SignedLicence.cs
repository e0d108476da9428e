using Genie.Extensions.Genius.Messages;
using Genie.Genuine.Identities;
using Genie.Genuine.Statements;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Licences;

/// <summary>
/// A licence that its machine carries: the issuer's decision, signed for that machine. Whoever knows the issuer's key can check it without the issuer. What was revoked since it was signed only a
/// <see cref="SignedRevocationList"/> knows; without one that ends with the licence's own end.
/// </summary>
public sealed class SignedLicence
{
    private const string Purpose = "genius licence";

    private SignedLicence(PublicIdentity machine, LicenceDecision decision, ReadOnlyMemory<byte> document) => (Machine, Decision, Document) = (machine, decision, document);

    /// <summary>Whose licence it is.</summary>
    public PublicIdentity Machine { get; }

    /// <summary>What was decided; granted.</summary>
    public LicenceDecision Decision { get; }

    /// <summary>All of it as bytes, to be kept and shown.</summary>
    public ReadOnlyMemory<byte> Document { get; }

    /// <summary>Reads a licence.</summary>
    /// <param name="document">What <see cref="Document"/> was.</param>
    /// <param name="issuer">Whose it must be.</param>
    /// <returns>Null if it is none, by another issuer, or was changed.</returns>
    public static SignedLicence? Read(ReadOnlyMemory<byte> document, PublicIdentity issuer)
    {
        if (!SignedStatement.TryRead(document, issuer, Purpose, out var content)) return null;
        try
        {
            var statement = LicenceStatement.Parser.ParseFrom(content.Span);
            return statement.Decision is { Granted: true } decision ? new SignedLicence(new PublicIdentity(statement.Machine.Span), LicenceDecision.FromMessage(decision), document) : null;
        }
        catch (Exception error) when (error is InvalidProtocolBufferException or Genuine.KeyRefusedException)
        {
            return null;
        }
    }

    /// <summary>Why it does not hold for a machine at a time, in words; empty if it does.</summary>
    /// <param name="machine">Who shows it.</param>
    /// <param name="now">The time.</param>
    public string RefusalReason(PublicIdentity machine, DateTimeOffset now)
    {
        ArgumentNullException.ThrowIfNull(machine);
        if (!machine.Equals(Machine)) return "it is another machine's";
        return now < Decision.ValidUntil ? "" : $"it ended at {Decision.ValidUntil:u}";
    }

    /// <summary>As <see cref="RefusalReason(PublicIdentity, DateTimeOffset)"/>, with what the issuer has taken back since.</summary>
    /// <param name="machine">Who shows it.</param>
    /// <param name="now">The time.</param>
    /// <param name="revocations">A list of the same issuer; one that is not current any more refuses every licence.</param>
    public string RefusalReason(PublicIdentity machine, DateTimeOffset now, SignedRevocationList revocations)
    {
        ArgumentNullException.ThrowIfNull(revocations);
        var reason = RefusalReason(machine, now);
        if (reason.Length > 0) return reason;
        return revocations.ReasonOf(this) ?? (revocations.IsCurrent(now) ? "" : $"the list of revocations was to be replaced at {revocations.NextAt:u}: get a newer one");
    }

    internal static byte[] Sign(IdentityKeyPair issuer, PublicIdentity machine, LicenceDecided decision) =>
        SignedStatement.Sign(issuer, Purpose, new LicenceStatement { Machine = ByteString.CopyFrom(machine.Key), Decision = decision }.ToByteArray());
}
