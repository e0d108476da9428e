using System.Text.Json.Serialization;

namespace GameLicenseExample.Features.Kyc;

/// <summary>Something that happened to a player's file.</summary>
/// <param name="Applicant">The player's key.</param>
[JsonDerivedType(typeof(DocumentReceived), "document")]
[JsonDerivedType(typeof(DocumentReviewed), "review")]
[JsonDerivedType(typeof(BiometricsChecked), "biometrics")]
internal abstract record KycEvent(string Applicant);

/// <summary>A document came, in an envelope that the office alone can open; it is kept closed.</summary>
/// <param name="Applicant">The player's key.</param>
/// <param name="Digest">SHA-256 of the envelope: the document's name from then on.</param>
/// <param name="Envelope">The envelope.</param>
internal sealed record DocumentReceived(string Applicant, string Digest, ReadOnlyMemory<byte> Envelope) : KycEvent(Applicant);

/// <summary>An officer has looked at it.</summary>
/// <param name="Applicant">The player's key.</param>
/// <param name="Digest">The document.</param>
/// <param name="Officer">The officer's key.</param>
/// <param name="IsGood">What the officer found.</param>
/// <param name="Reason">Why.</param>
internal sealed record DocumentReviewed(string Applicant, string Digest, string Officer, bool IsGood, string Reason) : KycEvent(Applicant);

/// <summary>The biometric check said whether document and player belong together.</summary>
/// <param name="Applicant">The player's key.</param>
/// <param name="Digest">The document.</param>
/// <param name="Outcome">What it said.</param>
internal sealed record BiometricsChecked(string Applicant, string Digest, BiometricOutcome Outcome) : KycEvent(Applicant);
