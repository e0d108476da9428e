namespace Genie.EventStore.Embedded.Format;

/// <summary>What stands where a batch may begin.</summary>
internal enum BatchOutcome
{
    /// <summary>A batch.</summary>
    Batch,

    /// <summary>Zeros, or the end.</summary>
    End,

    /// <summary>Something that is no batch, or not all of one.</summary>
    Broken,
}
