namespace Genie.Brokers.Links;

/// <summary>A session that consumes from its opening to its end: see <see cref="SupervisedListener{TSession}"/>.</summary>
public interface IListeningSession : ILinkSession
{
    /// <summary>Completes when none of its handlers runs any more, which may be after the session's end.</summary>
    Task HandlersEnded { get; }
}
