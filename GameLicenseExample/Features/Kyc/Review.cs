namespace GameLicenseExample.Features.Kyc;

/// <summary>What an officer writes to the office, in an envelope of his own.</summary>
/// <param name="Applicant">The player's key.</param>
/// <param name="Digest">The document.</param>
/// <param name="IsGood">What he found.</param>
/// <param name="Reason">Why.</param>
internal sealed record Review(string Applicant, string Digest, bool IsGood, string Reason)
{
    /// <summary>Seals it.</summary>
    public byte[] Seal(Genie.Genuine.Identities.IdentityKeyPair officer, Genie.Genuine.Identities.PublicIdentity office) =>
        Genie.Genuine.Envelopes.SealedEnvelope.Seal(officer, office, System.Text.Json.JsonSerializer.SerializeToUtf8Bytes(this, FeatureJson.Default.Review));
}
