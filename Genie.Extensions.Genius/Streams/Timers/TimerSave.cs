using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Streams.Timers;

/// <summary>What is saved of a <see cref="TimerIndex"/>.</summary>
/// <param name="Position">The last event that it contains.</param>
/// <param name="Timers">Those in memory.</param>
/// <param name="Pages">Where the others are.</param>
/// <param name="NextPage">The number of the page that is written next.</param>
/// <param name="LoadedPages">Pages whose timers are among <paramref name="Timers"/>, or have fired: not needed once this is saved.</param>
internal sealed record TimerSave(long Position, IReadOnlyList<SavedTimer> Timers, IReadOnlyList<TimerPage> Pages, long NextPage, IReadOnlyList<TimerPage> LoadedPages);
