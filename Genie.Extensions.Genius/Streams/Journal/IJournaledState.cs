namespace Genie.Extensions.Genius.Streams.Journal;

/// <summary>A state that commands change: the same commands in the same order always make the same state and the same answers.</summary>
internal interface IJournaledState
{
    /// <summary>Takes a command in and answers it.</summary>
    byte[] Apply(ReadOnlyMemory<byte> command);

    /// <summary>The state's bytes.</summary>
    byte[] Save();

    /// <summary>Takes on a saved state.</summary>
    void Load(ReadOnlyMemory<byte> saved);
}
