using GameLicenseExample.Features.Kyc;

namespace GameLicenseExample.Features.Serving;

/// <summary>How the features run.</summary>
internal sealed record GameFeatureOptions
{
    /// <summary>The folder of the keys.</summary>
    public required string Folder { get; init; }

    /// <summary>How long a leaderboard counts. Default: a minute, so that a demonstration sees some. Another one begins new windows under another version only.</summary>
    public TimeSpan LeaderboardPeriod { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>A leaderboard whose plays have ceased for so long, by the clock, ends by itself; <see cref="Timeout.InfiniteTimeSpan"/>: with the next play only. Default 5 s.</summary>
    public TimeSpan LeaderboardIdleTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The biometric check. Default: none.</summary>
    public IBiometricCheck Biometrics { get; init; } = new NoBiometricCheck();

    /// <summary>The clock of wallet, auctions, rooms and consents.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;
}
