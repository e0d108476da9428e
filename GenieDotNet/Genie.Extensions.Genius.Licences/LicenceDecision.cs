using Genie.Extensions.Genius.Messages;
using Genie.Geocoding;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.Licences;

/// <summary>A decision about a licence, as it is on record and as the machine gets it.</summary>
public sealed record LicenceDecision
{
    /// <summary>The licence's name; each decision has its own.</summary>
    public required string Licence { get; init; }

    /// <summary>True if it was granted.</summary>
    public required bool IsGranted { get; init; }

    /// <summary>The region that decided.</summary>
    public required DecidingRegion Region { get; init; }

    /// <summary>The rule that decided; empty where none applied.</summary>
    public required string Rule { get; init; }

    /// <summary>The decision in words.</summary>
    public required string Reason { get; init; }

    /// <summary>The place that the machine named.</summary>
    public required GeoPoint Place { get; init; }

    /// <summary>When it was decided, by the provisioner's clock.</summary>
    public required DateTimeOffset DecidedAt { get; init; }

    /// <summary>When the licence ends; null where it was denied.</summary>
    public DateTimeOffset? ValidUntil { get; init; }

    /// <summary>The last event of the rules' stream that the decision knew.</summary>
    public long RulesVersion { get; init; }

    internal LicenceDecided ToMessage()
    {
        var message = new LicenceDecided
        {
            Licence = Licence,
            Granted = IsGranted,
            Region = Region.ToMessage(),
            Rule = Rule,
            Reason = Reason,
            Latitude = Place.Latitude,
            Longitude = Place.Longitude,
            DecidedAt = Timestamp.FromDateTimeOffset(DecidedAt),
            RulesVersion = RulesVersion,
        };
        if (ValidUntil is { } until) message.ValidUntil = Timestamp.FromDateTimeOffset(until);
        return message;
    }

    internal static LicenceDecision FromMessage(LicenceDecided message) => new()
    {
        Licence = message.Licence,
        IsGranted = message.Granted,
        Region = DecidingRegion.FromMessage(message.Region ?? new LicenceRegion()),
        Rule = message.Rule,
        Reason = message.Reason,
        Place = new GeoPoint(message.Latitude, message.Longitude),
        DecidedAt = (message.DecidedAt ?? new Timestamp()).ToDateTimeOffset(),
        ValidUntil = message.ValidUntil?.ToDateTimeOffset(),
        RulesVersion = message.RulesVersion,
    };
}
