namespace GameLicenseExample.Features.Kyc;

/// <summary>What a biometric check can say.</summary>
internal enum BiometricOutcome
{
    /// <summary>There is no such check in this program.</summary>
    NotIncluded,

    /// <summary>Document and player belong together.</summary>
    Matches,

    /// <summary>They do not.</summary>
    Differs,
}
