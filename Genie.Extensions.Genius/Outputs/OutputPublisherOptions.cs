using Genie.Extensions.Genius.Messages;
using Genie.Messaging;

namespace Genie.Extensions.Genius.Outputs;

/// <summary>Where derived facts go, and how.</summary>
public sealed record OutputPublisherOptions
{
    /// <summary>The broker's channel: 1 to 150 ASCII letters, digits, <c>-</c> and <c>_</c>. How far it has come is kept under this name.</summary>
    public required string Channel { get; init; }

    /// <summary>How facts are written. Default protobuf.</summary>
    public OutputFormat Format { get; init; }

    /// <summary>Which facts are sent. Default: all.</summary>
    public Func<Output, bool> Filter { get; init; } = static _ => true;

    /// <summary>Messages under way at once; each is confirmed at the strongest level that the system has. Default 64.</summary>
    public int InFlightMax { get; init; } = 64;

    /// <summary>Partitions of the channel and headers of the system's own, as its receivers have them.</summary>
    public MessagingOptions Messaging { get; init; } = new();

    /// <summary>Called for every failure; what it was about is sent again. Default: nothing.</summary>
    public Action<Exception>? Failed { get; init; }
}
