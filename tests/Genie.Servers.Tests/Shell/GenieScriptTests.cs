namespace Genie.Servers.Tests.Shell;

/// <summary>What ./genie does around the program: building when it must, and otherwise getting out of the way.</summary>
public sealed class GenieScriptTests : IDisposable
{
    private static readonly string[] Build = ["build /repo/Genie.Benchmarks"];
    private readonly Checkout _checkout = new();

    public void Dispose() => _checkout.Dispose();

    [Fact]
    public async Task Arguments_reach_the_program_as_they_are()
    {
        var result = await _checkout.RunAsync(["bench", "a b", "", "*", "it's", "\"q\"", "$HOME", "back\\slash", "line\nbreak", "--", "-x"]);
        Assert.Equal("[bench]\n[a b]\n[]\n[*]\n[it's]\n[\"q\"]\n[$HOME]\n[back\\slash]\n[line\nbreak]\n[--]\n[-x]\n", result.Output);
    }

    [Fact]
    public async Task The_exit_code_is_the_programs_own() =>
        Assert.Equal(42, (await _checkout.RunAsync(["x"], environment: new Dictionary<string, string> { ["EXIT_CODE"] = "42" })).ExitCode);

    [Fact]
    public async Task It_runs_from_another_folder_and_through_links()
    {
        Directory.CreateDirectory(Path.Combine(_checkout.Folder, "else where"));
        File.CreateSymbolicLink(Path.Combine(_checkout.Folder, "else where", "one"), "../repo/genie");
        File.CreateSymbolicLink(Path.Combine(_checkout.Folder, "two"), Path.Combine(_checkout.Folder, "else where", "one"));
        Assert.Equal("[x]\n", (await _checkout.RunAsync(["x"], "two", "/")).Output);
    }

    [Fact]
    public async Task The_second_start_builds_nothing()
    {
        await _checkout.RunAsync(["x"]);
        Assert.Equal(Build, _checkout.TakeCalls());
        var second = await _checkout.RunAsync(["x"]);
        Assert.Empty(_checkout.TakeCalls());
        Assert.Equal("", second.Errors);
    }

    [Theory]
    [InlineData("changed")]
    [InlineData("added")]
    [InlineData("deleted")]
    public async Task A_source_that_was_changed_added_or_deleted_is_built(string how)
    {
        var old = _checkout.Write("repo/Genie.Benchmarks/Old.cs", "// old");
        await _checkout.RunAsync(["x"]);
        _checkout.TakeCalls();
        if (how == "changed") File.WriteAllText(old, "// new");
        else if (how == "added") File.SetLastWriteTimeUtc(_checkout.Write("repo/Genie.Benchmarks/New.cs", "// new"), DateTime.UtcNow.AddYears(-1));
        else File.Delete(old);
        await _checkout.RunAsync(["x"]);
        Assert.Equal(Build, _checkout.TakeCalls());
    }

    [Fact]
    public async Task What_is_no_source_builds_nothing()
    {
        await _checkout.RunAsync(["x"]);
        _checkout.TakeCalls();
        foreach (var file in (string[])["results.json", "Genie.Benchmarks/README.md", "Genie.Benchmarks/obj/x.cs", "docs/a.cs"]) _checkout.Write($"repo/{file}", "new");
        await _checkout.RunAsync(["x"]);
        Assert.Empty(_checkout.TakeCalls());
    }

    [Fact]
    public async Task Errors_of_the_build_are_shown_without_its_noise_and_the_next_start_builds_again()
    {
        await _checkout.RunAsync(["x"]);
        _checkout.Write("broken", "");
        _checkout.Write("repo/Genie.Benchmarks/Program.cs", "// broken");
        _checkout.TakeCalls();
        var result = await _checkout.RunAsync(["x"]);
        Assert.Equal(3, result.ExitCode);
        Assert.Contains("A.cs(1,2): error CS1002: ; expected\n", result.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("noise", result.Errors, StringComparison.Ordinal);
        Assert.Equal("", result.Output);
        File.Delete(Path.Combine(_checkout.Folder, "broken"));
        Assert.Equal("[x]\n", (await _checkout.RunAsync(["x"])).Output);
        Assert.Equal([.. Build, .. Build], _checkout.TakeCalls());
    }

    [Fact]
    public async Task Optional_packages_that_no_source_has_are_left_out_and_named()
    {
        _checkout.Write("lacking", "Optional.Two\nOptional.One\n");
        var first = await _checkout.RunAsync(["x"]);
        Assert.Equal((0, "[x]\n"), (first.ExitCode, first.Output));
        Assert.Contains("left out, as no package source has them: Optional.One Optional.Two", first.Errors, StringComparison.Ordinal);
        Assert.Equal([.. Build, .. Build], _checkout.TakeCalls());
        Assert.Contains("<MissingPackages>;Optional.One;Optional.Two;</MissingPackages>", await File.ReadAllTextAsync(Path.Combine(_checkout.Folder, "repo", ".genie", "packages.props")), StringComparison.Ordinal);

        // Known by now: a later build does not ask again.
        _checkout.Write("repo/Genie.Benchmarks/Program.cs", "// two");
        Assert.DoesNotContain("left out", (await _checkout.RunAsync(["x"])).Errors, StringComparison.Ordinal);
        Assert.Equal(Build, _checkout.TakeCalls());
    }

    [Fact]
    public async Task Any_other_package_that_no_source_has_fails_the_build()
    {
        _checkout.Write("lacking", "Optional.One\nNeeded\n");
        var result = await _checkout.RunAsync(["x"]);
        Assert.Equal((3, ""), (result.ExitCode, result.Output));
        Assert.Contains("Unable to find package Needed", result.Errors, StringComparison.Ordinal);
        Assert.Equal(Build, _checkout.TakeCalls());
    }

    [Fact]
    public async Task Another_package_source_is_asked_for_what_was_missing()
    {
        _checkout.Write("lacking", "Optional.One\n");
        await _checkout.RunAsync(["x"]);
        _checkout.TakeCalls();
        File.Delete(Path.Combine(_checkout.Folder, "lacking"));
        Directory.CreateDirectory(Path.Combine(_checkout.Folder, "more"));
        await _checkout.RunAsync(["x"], environment: new Dictionary<string, string> { ["GENIE_PACKAGE_SOURCE"] = "more" });
        Assert.Equal(Build, _checkout.TakeCalls());
        Assert.False(File.Exists(Path.Combine(_checkout.Folder, "repo", ".genie", "packages.props")));
    }

    [Fact]
    public async Task Another_home_or_language_builds_nothing()
    {
        await _checkout.RunAsync(["x"]);
        _checkout.TakeCalls();
        Directory.CreateDirectory(Path.Combine(_checkout.Folder, "home"));
        foreach (var language in (string[])["C", "C.UTF-8", "de_DE.UTF-8"])
            await _checkout.RunAsync(["x"], environment: new Dictionary<string, string> { ["HOME"] = Path.Combine(_checkout.Folder, "home"), ["LC_ALL"] = language, ["LANG"] = language });
        Assert.Empty(_checkout.TakeCalls());
    }

    [Fact]
    public async Task A_checkout_that_cannot_be_written_to_is_refused_unless_it_is_built()
    {
        // Root writes everywhere; a file where the folder belongs stops it too.
        _checkout.Write("repo/.genie", "");
        var result = await _checkout.RunAsync(["x"]);
        Assert.Equal((3, ""), (result.ExitCode, result.Output));
        Assert.Contains("cannot be written to", result.Errors, StringComparison.Ordinal);
        Assert.Empty(_checkout.TakeCalls());
    }

    [Fact]
    public async Task A_package_source_that_is_not_there_is_named()
    {
        var result = await _checkout.RunAsync(["x"], environment: new Dictionary<string, string> { ["GENIE_PACKAGE_SOURCE"] = "nowhere" });
        Assert.Equal(3, result.ExitCode);
        Assert.Contains("GENIE_PACKAGE_SOURCE names no folder", result.Errors, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Two_starts_at_once_build_once()
    {
        _checkout.Write("slow", "");
        var results = await Task.WhenAll(Enumerable.Range(0, 4).Select(i => _checkout.RunAsync([$"{i}"])));
        Assert.Equal(["[0]\n", "[1]\n", "[2]\n", "[3]\n"], results.Select(result => result.Output));
        Assert.Equal(Build, _checkout.TakeCalls());
    }

    [Fact]
    public async Task Without_dotnet_it_says_what_is_needed()
    {
        File.Delete(Path.Combine(_checkout.Folder, "sdk", "dotnet"));
        var result = await _checkout.RunAsync(["x"], environment: new Dictionary<string, string> { ["PATH"] = _checkout.Tools() });
        Assert.Equal(3, result.ExitCode);
        Assert.Contains(".NET 10 SDK", result.Errors, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Test_builds_everything_and_hands_its_arguments_on()
    {
        var result = await _checkout.RunAsync(["test", "Nats", "--filter", "a b"]);
        Assert.Equal($"<{_checkout.Folder}/repo>\n<test>\n<Nats>\n<--filter>\n<a b>\n", result.Output);
        Assert.Equal("build /repo/GenieDotNet.slnx", _checkout.TakeCalls()[^1]);
    }

    [Fact]
    public async Task Tests_that_are_named_are_built_alone()
    {
        foreach (var name in (string[])["Small.One.Tests", "Small.Two.Tests", "Other.Tests"]) _checkout.Write($"repo/tests/{name}/{name}.csproj", "<Project />");
        await _checkout.RunAsync(["test", "small", "--filter", "other"]);
        var filter = Assert.Single(Directory.GetFiles(Path.Combine(_checkout.Folder, "repo", ".genie"), "*.slnf"));
        Assert.Equal($"build /repo/.genie/{Path.GetFileName(filter)}", Assert.Single(_checkout.TakeCalls()));
        var text = await File.ReadAllTextAsync(filter);
        Assert.Contains("\"tests/Small.One.Tests/Small.One.Tests.csproj\",\"tests/Small.Two.Tests/Small.Two.Tests.csproj\"", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Other", text, StringComparison.Ordinal);

        // Where everything was built, nothing is built for a name.
        await _checkout.RunAsync(["test"]);
        _checkout.TakeCalls();
        await _checkout.RunAsync(["test", "small"]);
        Assert.Empty(_checkout.TakeCalls());
    }
}
