namespace GameLicenseExample.Features.Kyc;

/// <summary>Says that there is no biometric check. It never says that anything matches.</summary>
internal sealed class NoBiometricCheck : IBiometricCheck
{
    /// <inheritdoc/>
    public ValueTask<BiometricOutcome> CompareAsync(ReadOnlyMemory<byte> document, CancellationToken cancellationToken) => new(BiometricOutcome.NotIncluded);
}
