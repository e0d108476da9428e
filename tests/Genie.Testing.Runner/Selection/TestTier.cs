namespace Genie.Testing.Runner.Selection;

/// <summary>Which tests of a project run: those of every change, those that a trait <c>Tier</c> calls nightly, or both.</summary>
internal enum TestTier
{
    /// <summary>All but the nightly ones.</summary>
    Commit,

    /// <summary>What takes long and is seldom broken: clusters under kills, long fuzzing, publishing ahead of time, soaks.</summary>
    Nightly,

    /// <summary>Everything.</summary>
    All,
}
