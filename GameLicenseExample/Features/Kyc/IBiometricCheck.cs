namespace GameLicenseExample.Features.Kyc;

/// <summary>Where a vendor's comparison of a face with a document is plugged in. None is included.</summary>
internal interface IBiometricCheck
{
    /// <summary>Compares.</summary>
    /// <param name="document">The opened document.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    ValueTask<BiometricOutcome> CompareAsync(ReadOnlyMemory<byte> document, CancellationToken cancellationToken);
}
