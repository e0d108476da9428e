using System.Collections.Immutable;

namespace GameLicenseExample.Features.Kyc;

/// <summary>A player's file.</summary>
internal sealed record KycFile
{
    /// <summary>How many officers must find a document good: four eyes.</summary>
    public const int OfficersNeeded = 2;

    /// <summary>Documents, by digest.</summary>
    public ImmutableSortedDictionary<string, DocumentReceived> Documents { get; private init; } = ImmutableSortedDictionary.Create<string, DocumentReceived>(StringComparer.Ordinal);

    /// <summary>What officers found; one's last word counts.</summary>
    public ImmutableDictionary<(string Digest, string Officer), DocumentReviewed> Reviews { get; private init; } = ImmutableDictionary<(string Digest, string Officer), DocumentReviewed>.Empty;

    /// <summary>Biometric checks, by document.</summary>
    public ImmutableSortedDictionary<string, BiometricOutcome> Biometrics { get; private init; } = ImmutableSortedDictionary.Create<string, BiometricOutcome>(StringComparer.Ordinal);

    /// <summary>How well the player is known.</summary>
    public KycLevel Level
    {
        get
        {
            var good = Documents.Keys.Where(IsGood).ToList();
            if (good.Count == 0) return KycLevel.Unknown;
            return good.Any(digest => Biometrics.GetValueOrDefault(digest) == BiometricOutcome.Matches) ? KycLevel.Verified : KycLevel.Documented;
        }
    }

    /// <summary>True if enough officers found a document good, and none found it bad.</summary>
    public bool IsGood(string digest)
    {
        var reviews = Reviews.Values.Where(each => each.Digest == digest).ToList();
        return reviews.Count >= OfficersNeeded && reviews.TrueForAll(static each => each.IsGood);
    }

    /// <summary>The file after one more event.</summary>
    public KycFile After(KycEvent happened) => happened switch
    {
        DocumentReceived received => this with { Documents = Documents.SetItem(received.Digest, received) },
        DocumentReviewed reviewed => this with { Reviews = Reviews.SetItem((reviewed.Digest, reviewed.Officer), reviewed) },
        BiometricsChecked check => this with { Biometrics = Biometrics.SetItem(check.Digest, check.Outcome) },
        _ => this,
    };
}
