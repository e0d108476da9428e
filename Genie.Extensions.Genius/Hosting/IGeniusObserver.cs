using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Gets every event that was processed, before its sender is answered. Register any number as services.</summary>
public interface IGeniusObserver
{
    /// <summary>An event was processed. After a crash the same one may come again, with the same answer; what this throws fails the event, which is then sent again.</summary>
    ValueTask OnProcessedAsync(GeniusEvent value, GeniusAnswer answer, CancellationToken cancellationToken);

    /// <summary>A fact was derived, by an event or by a timer, and is on disk. Told once by the process that derived it, unless that crashes; must not throw, nor take long.</summary>
    void OnDerived(Output fact)
    {
    }
}
