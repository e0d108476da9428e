namespace Genie.Extensions.Genius.Licences;

/// <summary>How licences are provisioned.</summary>
public sealed record LicenceOptions
{
    /// <summary>How long a licence holds. Default 24 h: a machine that was moved asks anew by the next day.</summary>
    public TimeSpan ValidFor { get; init; } = TimeSpan.FromHours(24);

    /// <summary>The clock of decisions and ends.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;
}
