namespace Genie.Extensions.Genius.Streams.Journal;

/// <summary>What a command was answered.</summary>
/// <param name="Payload">The answer, as its state wrote it.</param>
/// <param name="IsRepeat">True if the command had taken effect before; the answer is the first one.</param>
internal readonly record struct JournalAnswer(ReadOnlyMemory<byte> Payload, bool IsRepeat);
