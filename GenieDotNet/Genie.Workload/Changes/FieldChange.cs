namespace Genie.Workload.Changes;

/// <summary>One changed path.</summary>
/// <param name="Kind">What happened to it.</param>
/// <param name="Before">What stood there.</param>
/// <param name="After">What stands there.</param>
public readonly record struct FieldChange(ChangeKind Kind, ChangeValue Before, ChangeValue After);
