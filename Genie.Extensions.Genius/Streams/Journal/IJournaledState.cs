using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Streams.Journal;

/// <summary>A state that commands change: the same commands in the same order always make the same state and the same answers.</summary>
internal interface IJournaledState
{
    /// <summary>What timers of its kind are recorded as: the kind and the definition's name.</summary>
    (TimerKind Kind, string Name) Timer { get; }

    /// <summary>Event time at which it changes at the earliest without another input, in ticks; null: never, or its timers are off.</summary>
    long? NextDueTicks { get; }

    /// <summary>The timer that is recorded; 0: none. Part of what is saved.</summary>
    long TimerTicks { get; set; }

    /// <summary>Time of the clock at which it changes at the earliest though inputs go on, in ticks, as a source is idle by then; null: never.</summary>
    long? NextClockTicks => null;

    /// <summary>The timer by the clock that is recorded; 0: none. Part of what is saved.</summary>
    long TimerClockTicks
    {
        get => 0;
        set => _ = value;
    }

    /// <summary>
    /// Adds to a command what does not follow from commands alone, such as the rules of this moment: the result is what is recorded, and applied whenever the state is rebuilt.
    /// </summary>
    ReadOnlyMemory<byte> Prepare(ReadOnlyMemory<byte> command) => command;

    /// <summary>Takes a command in and answers it.</summary>
    byte[] Apply(ReadOnlyMemory<byte> command);

    /// <summary>The facts that an answer reports, for the output stream.</summary>
    /// <param name="key">Whose state.</param>
    /// <param name="answer">What <see cref="Apply"/> returned.</param>
    IEnumerable<Output> Derive(string key, ReadOnlyMemory<byte> answer);

    /// <summary>The rules that hold by the result that a fact revises; none where facts of this sort are not revised.</summary>
    IReadOnlyList<string> RulesHeldBy(Output fact) => [];

    /// <summary>Takes in what a fact that it derived brought about, when that is derived, and whenever the state is rebuilt.</summary>
    void Note(FactMatched matched)
    {
    }

    /// <summary>The state's bytes.</summary>
    byte[] Save();

    /// <summary>Takes on a saved state.</summary>
    void Load(ReadOnlyMemory<byte> saved);
}
