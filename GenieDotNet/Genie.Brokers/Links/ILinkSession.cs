namespace Genie.Brokers.Links;

/// <summary>One connection as <see cref="SupervisedLink{TSession}"/> sees it: our own protocol code
/// (<see cref="LinkSession"/>) or a makers' library whose reconnecting is left off.</summary>
public interface ILinkSession : IAsyncDisposable
{
    private static readonly Task NeverLeaving = new TaskCompletionSource().Task;

    /// <summary>Completes with the cause when the session has ended. Never faults.</summary>
    Task<Exception> Ended { get; }

    /// <summary>Completes when the server says that it is about to close; until then the session works on, and another is opened in its place.
    /// Default: never.</summary>
    Task Leaving => NeverLeaving;

    /// <summary>Sends what is buffered and takes leave, as far as that takes less than <paramref name="timeout"/>, and ends the session.</summary>
    ValueTask CloseAsync(TimeSpan timeout);
}
