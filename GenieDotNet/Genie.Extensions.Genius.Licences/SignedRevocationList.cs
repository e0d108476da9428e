using Genie.Extensions.Genius.Messages;
using Genie.Genuine.Identities;
using Genie.Genuine.Statements;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Licences;

/// <summary>
/// Which licences an issuer has taken back before their end, signed, for those who check licences without it; as the revocation list of RFC 5280, section 5, for certificates. Carried by whatever way: who
/// holds back a newer one is found out by <see cref="NextAt"/>.
/// </summary>
public sealed class SignedRevocationList
{
    private const string Purpose = "genius revocation list";

    private readonly Dictionary<string, LicenceRevoked> _licences;

    private SignedRevocationList(RevocationStatement statement, ReadOnlyMemory<byte> document)
    {
        (Number, IssuedAt, NextAt, Document) = (statement.Number, statement.IssuedAt.ToDateTimeOffset(), statement.NextAt.ToDateTimeOffset(), document);
        _licences = statement.Licences.ToDictionary(static each => each.Licence, StringComparer.Ordinal);
    }

    /// <summary>Orders an issuer's lists: of two, the one with the higher number knows more.</summary>
    public long Number { get; }

    /// <summary>When it was signed, by the issuer's clock.</summary>
    public DateTimeOffset IssuedAt { get; }

    /// <summary>When there is a newer one at the latest.</summary>
    public DateTimeOffset NextAt { get; }

    /// <summary>How many licences are on it.</summary>
    public int Count => _licences.Count;

    /// <summary>All of it as bytes, to be kept and passed on.</summary>
    public ReadOnlyMemory<byte> Document { get; }

    /// <summary>Reads a list.</summary>
    /// <param name="document">What <see cref="Document"/> was.</param>
    /// <param name="issuer">Whose it must be.</param>
    /// <returns>Null if it is none, by another issuer, or was changed.</returns>
    public static SignedRevocationList? Read(ReadOnlyMemory<byte> document, PublicIdentity issuer)
    {
        if (!SignedStatement.TryRead(document, issuer, Purpose, out var content)) return null;
        try
        {
            var statement = RevocationStatement.Parser.ParseFrom(content.Span);
            return statement is { IssuedAt: not null, NextAt: not null } ? new SignedRevocationList(statement, document) : null;
        }
        catch (InvalidProtocolBufferException)
        {
            return null;
        }
    }

    /// <summary>True until a newer list is there at the latest; later this one cannot say what was taken back since.</summary>
    public bool IsCurrent(DateTimeOffset now) => now < NextAt;

    /// <summary>Why a licence was taken back, in words; null: it is not on the list.</summary>
    public string? ReasonOf(SignedLicence licence)
    {
        ArgumentNullException.ThrowIfNull(licence);
        return _licences.TryGetValue(licence.Decision.Licence, out var revoked) ? $"it was revoked at {revoked.RevokedAt.ToDateTimeOffset():u}: {revoked.Reason}" : null;
    }

    internal static byte[] Sign(IdentityKeyPair issuer, RevocationStatement statement) => SignedStatement.Sign(issuer, Purpose, statement.ToByteArray());
}
