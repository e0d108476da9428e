using Genie.Extensions.Genius.Events;

namespace Genie.Extensions.Genius.Keys;

/// <summary>The event of a key whose time is the latest: where it is and what it did last.</summary>
/// <param name="Event">The event, without its payload.</param>
/// <param name="Rules">The rules that it matched when it came.</param>
/// <param name="Position">The store's position of it, where its payload can be read.</param>
public sealed record KeyState(GeniusEvent Event, IReadOnlyList<string> Rules, long Position);
