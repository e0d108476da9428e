namespace Genie.Genuine.Storage;

/// <summary>One change of several that a store makes in one step.</summary>
/// <param name="Name">Which record.</param>
/// <param name="ExpectedVersion">The version that it must have; 0 if there must be none.</param>
/// <param name="Value">Its new bytes, or null to remove it.</param>
public readonly record struct StateChange(string Name, long ExpectedVersion, ReadOnlyMemory<byte>? Value)
{
    /// <summary>The same with bytes of its own.</summary>
    internal StateChange Copy() => Value is { } value ? this with { Value = value.ToArray() } : this;
}
