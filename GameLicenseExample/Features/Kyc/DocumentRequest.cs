using System.Text.Json;
using Genie.Genuine.Envelopes;
using Genie.Genuine.Identities;

namespace GameLicenseExample.Features.Kyc;

/// <summary>What an officer writes to the office to see a document, in an envelope of his own.</summary>
/// <param name="Applicant">The player's key.</param>
/// <param name="Digest">The document.</param>
internal sealed record DocumentRequest(string Applicant, string Digest)
{
    /// <summary>Seals it.</summary>
    public byte[] Seal(IdentityKeyPair officer, PublicIdentity office) => SealedEnvelope.Seal(officer, office, JsonSerializer.SerializeToUtf8Bytes(this, FeatureJson.Default.DocumentRequest));
}
