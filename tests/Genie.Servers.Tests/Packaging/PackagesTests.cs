namespace Genie.Servers.Tests.Packaging;

/// <summary>What <c>dotnet pack</c> makes of the solution, from the project files: packing itself is a minute's work.</summary>
public sealed class PackagesTests
{
    [Fact]
    public void Libraries_and_the_command_are_packed_and_nothing_else()
    {
        var expected = ProjectFile.All.Where(project => project.Path.StartsWith("GenieDotNet/", StringComparison.Ordinal) && !project.IsGenerator).Select(project => project.Name)
            .Concat(["Genie.Benchmarks", "Genie.Extensions.Genius"]);
        Assert.Equal(expected.Order(StringComparer.Ordinal), ProjectFile.All.Where(project => project.IsPackable).Select(project => project.Name).Order(StringComparer.Ordinal));
        Assert.Equal("Genie.Benchmarks", Assert.Single(ProjectFile.All, project => project.IsTool).Name);
    }

    [Fact]
    public void Every_source_generator_comes_inside_the_package_of_its_library()
    {
        var generators = ProjectFile.All.Where(project => project.IsGenerator).ToArray();
        Assert.NotEmpty(generators);
        Assert.All(generators, generator =>
        {
            Assert.False(generator.IsPackable);
            Assert.Equal([generator.Name], ProjectFile.All.Single(project => project.Name + ".Generators" == generator.Name).Generators);
        });
    }

    [Fact]
    public void Every_package_says_in_a_sentence_of_its_own_what_it_is()
    {
        var packages = ProjectFile.All.Where(project => project.IsPackable).ToArray();
        Assert.All(packages, project => Assert.EndsWith(".", project.Description, StringComparison.Ordinal));
        Assert.Equal(packages.Length, packages.Select(project => project.Description).Distinct(StringComparer.Ordinal).Count());
    }

    [Fact]
    public void Every_library_has_a_readme_that_is_about_it() =>
        Assert.All(ProjectFile.All.Where(project => project is { IsPackable: true, IsTool: false }), project => Assert.True(project.HasReadme, project.Name));

    [Fact]
    public void No_library_depends_on_what_is_not_a_library_itself() =>
        Assert.Empty(ProjectFile.All.Where(project => project is { IsPackable: true, IsTool: false })
            .SelectMany(project => project.References.Where(reference => !reference.IsPackable || reference.IsTool).Select(reference => $"{project} -> {reference}")));

    [Fact]
    public void Every_library_declares_its_public_api() =>
        Assert.All(ProjectFile.All.Where(project => project is { IsPackable: true, IsTool: false }), project =>
        {
            var folder = Path.Combine(Genie.Testing.RepositoryRoot.Find(), Path.GetDirectoryName(project.Path)!);
            Assert.Equal("#nullable enable", File.ReadLines(Path.Combine(folder, "PublicAPI.Shipped.txt")).First());
            Assert.Equal("#nullable enable", File.ReadLines(Path.Combine(folder, "PublicAPI.Unshipped.txt")).First());
        });
}
