namespace Genie.Benchmarks.Load.Games;

/// <summary>What the clients of a game send, and what they expect to see of each other.</summary>
internal sealed record GameWorkload
{
    /// <summary>Most clients of a room: each sees what the others in it do.</summary>
    public const int RoomMembersMax = 10;

    /// <summary>Its name at the command line.</summary>
    public required string Name { get; init; }

    /// <summary>Ticks a second, of clients and server: each client sends its state in each, the server each room's.</summary>
    public required int RateHertz { get; init; }

    /// <summary>A client's state, sequenced: the newest is wanted, and no other.</summary>
    public required int UpdateBytes { get; init; }

    /// <summary>An event, such as a shot or an ability: reliable, for everybody in the room.</summary>
    public required int EventBytes { get; init; }

    /// <summary>Events a second of a client that must arrive in their order.</summary>
    public required double OrderedEventsPerSecond { get; init; }

    /// <summary>Events a second of a client that may overtake each other.</summary>
    public required double UnorderedEventsPerSecond { get; init; }

    /// <summary>A state that is older when it is seen is late; the network's round trip comes on top.</summary>
    public required TimeSpan LateAfter { get; init; }

    /// <summary>A shooter: 60 positions a second, two shots a second that must arrive.</summary>
    public static GameWorkload Fps { get; } = new()
    {
        Name = "fps",
        RateHertz = 60,
        UpdateBytes = 32,
        EventBytes = 24,
        OrderedEventsPerSecond = 2,
        UnorderedEventsPerSecond = 0,
        LateAfter = TimeSpan.FromMilliseconds(100),
    };

    /// <summary>An arena of teams: 30 states a second, four commands in order and an ability a second.</summary>
    public static GameWorkload Moba { get; } = new()
    {
        Name = "moba",
        RateHertz = 30,
        UpdateBytes = 48,
        EventBytes = 64,
        OrderedEventsPerSecond = 4,
        UnorderedEventsPerSecond = 1,
        LateAfter = TimeSpan.FromMilliseconds(200),
    };

    /// <summary>All of them.</summary>
    public static IReadOnlyList<GameWorkload> All { get; } = [Fps, Moba];

    /// <summary>Between two ticks.</summary>
    public TimeSpan Interval => TimeSpan.FromSeconds(1) / RateHertz;

    /// <summary>The same with other ticks. A state waits for the server's next one: where that takes longer than here, it is late as much later.</summary>
    public GameWorkload AtRate(int rateHertz)
    {
        var changed = this with { RateHertz = rateHertz };
        return changed.Interval > Interval ? changed with { LateAfter = LateAfter + changed.Interval - Interval } : changed;
    }

    /// <summary>Events a second of a client, of both kinds.</summary>
    public double EventsPerSecond => OrderedEventsPerSecond + UnorderedEventsPerSecond;

    /// <summary>The same with other events a second, as many of them in order as here.</summary>
    public GameWorkload WithEvents(double eventsPerSecond) => this with
    {
        OrderedEventsPerSecond = eventsPerSecond * OrderedEventsPerSecond / EventsPerSecond,
        UnorderedEventsPerSecond = eventsPerSecond * UnorderedEventsPerSecond / EventsPerSecond,
    };
}
