using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>
/// Gets every event that was processed, before its sender is answered. Register any number as services. What one throws fails nothing: the event has taken effect, so its sender is answered and the other
/// observers are told; the failure is in the log, and <c>genie.genius.observers.failed</c> counts it. Who must miss nothing reads the output stream instead (<see cref="Outputs.OutputReader"/>).
/// </summary>
public interface IGeniusObserver
{
    /// <summary>An event was processed. After a crash the same one may come again, with the same answer. The token is that of the event's sender: to end by it is no failure.</summary>
    ValueTask OnProcessedAsync(GeniusEvent value, GeniusAnswer answer, CancellationToken cancellationToken);

    /// <summary>A fact was derived, by an event or by a timer, and is on disk. Told once by the process that derived it, unless that crashes; must not take long.</summary>
    void OnDerived(Output fact)
    {
    }
}
