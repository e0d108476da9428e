namespace Genie.Extensions.Genius.Hosting;

/// <summary>
/// Of several processes on one store, lets one do what need not be done twice: fire timers, send facts, deliver. Where there is no such service each process does it.
/// For a moment two may lead, as when one was halted and does not know yet that it was replaced: what they do must bear that.
/// </summary>
public interface IGeniusLeadership
{
    /// <summary>Does work while this process leads; begins it anew whenever it leads again. Ends when the work does, or the token fires.</summary>
    /// <param name="work">Goes on until its token fires.</param>
    /// <param name="cancellationToken">Ends it.</param>
    Task LeadAsync(Func<CancellationToken, Task> work, CancellationToken cancellationToken);
}
