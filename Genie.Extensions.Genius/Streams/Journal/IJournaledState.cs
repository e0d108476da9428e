using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Streams.Journal;

/// <summary>A state that commands change: the same commands in the same order always make the same state and the same answers.</summary>
internal interface IJournaledState
{
    /// <summary>Takes a command in and answers it.</summary>
    byte[] Apply(ReadOnlyMemory<byte> command);

    /// <summary>The facts that an answer tells, for the output stream.</summary>
    /// <param name="key">Whose state.</param>
    /// <param name="answer">What <see cref="Apply"/> returned.</param>
    IEnumerable<Output> Derive(string key, ReadOnlyMemory<byte> answer);

    /// <summary>The state's bytes.</summary>
    byte[] Save();

    /// <summary>Takes on a saved state.</summary>
    void Load(ReadOnlyMemory<byte> saved);
}
