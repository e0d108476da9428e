using Genie.Brokers.Conformance.Checks;

namespace Genie.Brokers.Conformance;

/// <summary>Every check, in the order in which a driver is usually brought to pass them.</summary>
public static class ConformanceSuite
{
    private const int MiB = 1 << 20;

    /// <summary>All checks.</summary>
    public static IReadOnlyList<ConformanceCheck> All { get; } =
    [
        new TraitsAreComplete(),
        new ChannelNames(),
        new RoundTrip("round-trip-empty", "A message of no bytes comes back as a reply of no bytes.", 0),
        new RoundTrip("round-trip-one-byte", "One byte comes back.", 1),
        new RoundTrip("round-trip-1-mib", "1 MiB, or the largest message if that is smaller, arrives unchanged.", MiB),
        new RoundTripLargest(),
        new TooLargeIsRefused(),
        new ListenerIsReady(),
        new SendsArrive(),
        new FlushCompletes(),
        new DisposeSendsWhatIsBuffered(),
        new NativeHeadersTravel(),
        new HeaderTexts(),
        new ConfirmationLevels(),
        new UnsupportedConfirmationIsRefused(),
        new NothingMisrouted("requests-256-in-flight", connections: 1, inFlight: 256),
        new NothingMisrouted("requests-beyond-the-prefetch", connections: 1, inFlight: 600, requests: 1200),
        new NothingMisrouted("requests-16-connections", connections: 16, inFlight: 16),
        new ListenersShare(),
        new BroadcastReachesAll(),
        new ChannelsDoNotMix(),
        new SimilarNames(),
        new OrderIsKept(),
        new OrderIsKeptAcrossALoss(),
        new BacklogDoesNotHideALoss(),
        new EndedSessionIsDropped(),
        new FlushTellsOfALoss(),
        new WaitingSendsEndWithTheLink(),
        new InFlightIsBounded(),
        new CallersTakeTurns(),
        new ConcurrencyIsBounded(),
        new CancelledTokenSendsNothing(),
        new CancelledRequestFreesItsSlot(),
        new TimedOutRequestFreesItsSlot(),
        new HandlerErrorReachesRequester(),
        new HandlerFailuresAreTold(),
        new ObserversThatThrow(),
        new FailedMessagesAreRedelivered(),
        new StoppedListenerLosesNothing(),
        new DisposeHasADeadline(),
        new MessagesWaitForListener(),
        new DisposeTwice(),
        new SecondDisposeWaits(),
        new DisposeEndsPendingRequests(),
        new DeleteChannel(),
        new NothingLeftBehind(),
        new AllocationsPerRequest(),
        new AllocationsPerSend(),
        new UnreachableServer(),
        new WrongPassword(),
        new RefusedForAWhile(),
        new StalledServer(),
        new DeadlinesAreKept(),
        new ServerThatClosesAtOnce(),
        new ServerCrashDuringRequests(),
        new ServerCrashUnderLoad(),
        new DisposedListenerStaysAway(),
        new PersistedSendsSurviveServerCrash(),
    ];

    /// <summary>The check of a name.</summary>
    /// <exception cref="KeyNotFoundException">There is none.</exception>
    public static ConformanceCheck Find(string name) =>
        All.FirstOrDefault(check => check.Name == name)
        ?? throw new KeyNotFoundException($"There is no check '{name}'.{Drivers.NearestName.Hint(name, All.Select(check => check.Name))}");
}
