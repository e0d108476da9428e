namespace Genie.Workload.Changes;

/// <summary>What happened to a path. The numbers are those of the Avro schema.</summary>
public enum ChangeKind
{
    /// <summary>It is there now and was not before.</summary>
    Added,

    /// <summary>It was there before and is not now.</summary>
    Removed,

    /// <summary>Its value differs.</summary>
    Changed,
}
