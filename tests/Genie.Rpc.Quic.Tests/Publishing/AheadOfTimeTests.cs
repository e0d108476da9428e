using System.Diagnostics;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Rpc.Quic.Tests.Publishing;

/// <summary>A server and its client, trimmed and compiled ahead of time by the SDK: tests/Genie.Rpc.Quic.Sample.</summary>
public sealed class AheadOfTimeTests(ITestOutputHelper output) : IDisposable
{
    private const string Project = "Genie.Rpc.Quic.Sample";

    // A safety net only: two machines' worth of other builds may run beside this one.
    private static readonly TimeSpan PublishTimeout = TimeSpan.FromMinutes(15);
    private static readonly TimeSpan RunTimeout = TimeSpan.FromMinutes(3);

    // What the SDK says where its compiler is not to be had, or the linker that it uses.
    private static readonly string[] Lacks = ["NU1101", "NU1102", "Platform linker"];

    private readonly TemporaryFolder _folder = new();

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "60")]
    public async Task A_published_program_calls_and_is_called_without_dynamic_code_and_nothing_of_ours_is_warned_of()
    {
        var program = Path.Combine(_folder.Path, "out", OperatingSystem.IsWindows() ? Project + ".exe" : Project);
        var (code, said) = await RunAsync(PublishTimeout, "dotnet", "publish", Path.Combine(RepositoryRoot.Find(), "tests", Project), "-c", "Release", "--use-current-runtime",
            "-p:AheadOfTime=true", "--artifacts-path", Path.Combine(_folder.Path, "artifacts"), "-o", Path.GetDirectoryName(program)!, "-nodeReuse:false", "-p:UseSharedCompilation=false");
        var lines = said.Split('\n');
        Skip.If(code != 0 && lines.FirstOrDefault(line => Lacks.Any(line.Contains)) is not null, $"The SDK cannot compile ahead of time here: {lines.FirstOrDefault(line => Lacks.Any(line.Contains))}");
        Assert.True(code == 0, said);
        Assert.Contains(lines, line => line.Contains("native code", StringComparison.Ordinal));
        Assert.DoesNotContain(lines, line => line.Contains("warning IL", StringComparison.Ordinal) && !line.Contains("'MemoryPack.Core'", StringComparison.Ordinal));
        Skip.IfNot(QuicSupport.IsSupported, QuicSupport.HowToInstall);

        var (ended, printed) = await RunAsync(RunTimeout, program);
        Assert.Equal(
            ["dynamic code: False", "MemoryPack: 17 apples for 25.5, 3 pieces, sold out", "JSON: 17 apples for 25.5, 3 pieces, sold out", ""],
            printed.ReplaceLineEndings("\n").Split('\n'));
        Assert.Equal(0, ended);
    }

    public void Dispose() => _folder.Dispose();

    private async Task<(int Code, string Output)> RunAsync(TimeSpan timeout, string program, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        try
        {
            var (said, complained) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
            var text = await said.WaitAsync(timeout) + await complained.WaitAsync(timeout);
            output.WriteLine(text);
            await process.WaitForExitAsync().WaitAsync(timeout);
            return (process.ExitCode, text);
        }
        catch (TimeoutException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }
    }
}
