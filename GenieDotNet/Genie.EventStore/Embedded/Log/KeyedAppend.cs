namespace Genie.EventStore.Embedded.Log;

/// <summary>Where the events of a key went.</summary>
internal readonly record struct KeyedAppend(long FirstVersion, int Count, long LastPosition)
{
    public AppendResult Result(bool isRepeat) => new(FirstVersion, FirstVersion + Count - 1, LastPosition, isRepeat);
}
