namespace GameLicenseExample.Features.Kyc;

/// <summary>How well a player is known.</summary>
internal enum KycLevel
{
    /// <summary>By a name alone.</summary>
    Unknown,

    /// <summary>Two officers have seen a document and found it good.</summary>
    Documented,

    /// <summary>And a biometric check found that the document is the player's. Nothing that comes with the game reaches this level.</summary>
    Verified,
}
