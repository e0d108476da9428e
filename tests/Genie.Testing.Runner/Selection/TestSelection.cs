namespace Genie.Testing.Runner.Selection;

/// <summary>A test project, and which of its tests run.</summary>
/// <param name="Project">The project.</param>
/// <param name="Filter">A filter of the test platform, or null for all of them.</param>
internal sealed record TestSelection(TestProject Project, string? Filter)
{
    /// <summary>The tests of a tier that a user's filter lets through.</summary>
    public static TestSelection Of(TestProject project, TestTier tier, string? filter) => new(project, tier switch
    {
        TestTier.All => filter,
        TestTier.Nightly => And(filter, NightlyClass.Filter),
        _ => And(filter, $"{NightlyClass.Trait}!={NightlyClass.TraitValue}"),
    });

    /// <summary>The nightly tests of some classes.</summary>
    public static TestSelection Of(TestProject project, IEnumerable<NightlyClass> classes, string? filter) =>
        Of(project, TestTier.Nightly, And(filter, $"({string.Join('|', classes.Select(each => $"FullyQualifiedName~{each.Name}."))})"));

    private static string And(string? one, string other) => one is null ? other : $"({one})&{other}";
}
