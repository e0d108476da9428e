using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Client;

/// <summary>Which facts are subscribed to, and from where on.</summary>
public sealed record FactSubscription
{
    /// <summary><see cref="AfterPosition"/> for those facts only that are still to come.</summary>
    public const long NewOnly = -1;

    /// <summary>The position of the last fact that was dealt with, or that <see cref="Progressed"/> told; 0, the default, for all that there are, <see cref="NewOnly"/> for those to come.</summary>
    public long AfterPosition { get; init; }

    /// <summary>The facts that are wanted. Null, the default: all.</summary>
    public FactFilter? Filter { get; init; }

    /// <summary>How often the server tells how far it is where it passes facts over; at least 100 ms. Default 5 s.</summary>
    public TimeSpan ProgressInterval { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Told of a position up to which no facts are wanted but those that the subscriber has taken: to be kept as <see cref="AfterPosition"/> of the next time. Called when the subscriber asks for a
    /// fact, so those before have been dealt with. Default: nobody; after a lost connection the client itself goes on from there anyway.
    /// </summary>
    public Action<long>? Progressed { get; init; }
}
