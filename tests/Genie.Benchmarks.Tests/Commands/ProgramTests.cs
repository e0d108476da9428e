using Genie.Benchmarks.Commands;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>The program as a process: its exit code, and its standard streams. What commands do is tested within this process.</summary>
public sealed class ProgramTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(ExitCode.Success, "Reads every record", "store", "verify", "--help")]
    [InlineData(ExitCode.Failure, "http://127.0.0.1:9", "rules", "list", "--url", "http://127.0.0.1:9")]
    [InlineData(ExitCode.BadArguments, "'bench'", "bensh")]
    public async Task The_answer_of_a_command_is_the_exit_code_and_only_what_went_wrong_is_on_standard_error(int exitCode, string said, params string[] arguments)
    {
        var (code, output, error) = await GenieProcess.RunAsync(arguments);
        Assert.Equal(exitCode, code);
        Assert.Contains(said, code == ExitCode.Success ? output : error, StringComparison.Ordinal);
        Assert.Equal("", code == ExitCode.Success ? error : output);
    }

    [SkippableFact]
    public async Task Standard_output_and_input_are_bytes_as_they_are()
    {
        Skip.If(OperatingSystem.IsWindows(), "a pipe of sh");
        var (first, second) = (Path.Combine(_folder.Path, "first"), Path.Combine(_folder.Path, "second"));
        await using (var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = first }, CancellationToken.None))
            await store.AppendAsync(new AppendRequest("Größe", new NewEvent[] { new("naïve", new byte[300]) }), CancellationToken.None);
        var (code, output, error) = await GenieProcess.RunProgramAsync("sh", "-c", $"'{GenieProcess.Path}' store export '{first}' | '{GenieProcess.Path}' store import '{second}' --from -");
        Assert.Equal((ExitCode.Success, ""), (code, error));
        Assert.StartsWith("1 events: ", output, StringComparison.Ordinal);
        await using var copy = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = second, ReadOnly = true }, CancellationToken.None);
        Assert.Equal(["Größe"], copy.ListStreams().Select(stream => stream.Name));
    }
}
