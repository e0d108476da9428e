using Genie.Brokers;
using Genie.Genuine.Envelopes;
using Genie.Genuine.Identities;

namespace Genie.Extensions.Genius.Licences;

/// <summary>An issuer of licences in a host.</summary>
public sealed record LicenceIssuerOptions
{
    /// <summary>Whose envelopes are opened, and who signs the answers; the caller's to dispose of, after the host.</summary>
    public required IdentityKeyPair Identity { get; init; }

    /// <summary>The broker's channel that envelopes come in on.</summary>
    public required string Channel { get; init; }

    /// <summary>How the channel is listened to. Default: four envelopes at once.</summary>
    public ListenOptions Listen { get; init; } = new() { Concurrency = 4 };

    /// <summary>How licences are provisioned.</summary>
    public LicenceOptions Licences { get; init; } = new();

    /// <summary>How old envelopes may be.</summary>
    public EnvelopeOptions Envelopes { get; init; } = new();

    /// <summary>Who may take licences back by envelope. Default: nobody.</summary>
    public IReadOnlyCollection<PublicIdentity> Administrators { get; init; } = [];
}
