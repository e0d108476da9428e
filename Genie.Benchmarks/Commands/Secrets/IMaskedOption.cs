namespace Genie.Benchmarks.Commands.Secrets;

/// <summary>An option that may say what of its values anybody may see.</summary>
internal interface IMaskedOption
{
    /// <summary>A value without what of it is secret; the same of what it returns. Null where nothing is secret.</summary>
    Func<string, string>? Mask { get; }
}
