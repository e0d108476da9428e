namespace Genie.Extensions.Genius.Streams.Journal;

/// <summary>What a command was answered.</summary>
/// <param name="Payload">The answer, as its state wrote it.</param>
/// <param name="IsRepeat">True if the command had taken effect before; the answer is the first one.</param>
/// <param name="NextDueTicks">Of a timer: what is due next, in ticks of event time; null: nothing.</param>
/// <param name="Version">Of a timer: the stream's version that this is true of.</param>
internal readonly record struct JournalAnswer(ReadOnlyMemory<byte> Payload, bool IsRepeat, long? NextDueTicks = null, long Version = 0);
