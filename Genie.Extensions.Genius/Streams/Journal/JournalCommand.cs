using Genie.EventStore;

namespace Genie.Extensions.Genius.Streams.Journal;

/// <summary>A command for a journal's grain.</summary>
/// <param name="Payload">The command, as its state reads it.</param>
/// <param name="Key">Names the request, so that its repetition is known; null: every one counts.</param>
/// <param name="TimerTicks">Not 0: a timer fired. The command is applied if something is due by then, in ticks of event time.</param>
internal readonly record struct JournalCommand(ReadOnlyMemory<byte> Payload, RequestKey? Key, long TimerTicks = 0);
