using System.Diagnostics;
using System.Text.RegularExpressions;
using Genie.Servers.Finding;
using Genie.Testing;

namespace Genie.Servers.Tests.Finding;

/// <summary>docker-compose.yml against the catalogue, and against docker compose's own check where it is installed.</summary>
public sealed partial class ComposeFileTests
{
    private static readonly string Text = Read();

    [Fact]
    public void Every_system_has_a_service_with_its_own_profile_health_check_memory_limit_and_pinned_image()
    {
        foreach (var system in Composed)
        {
            var service = ServiceOf(system);
            Assert.Contains($"{system.ComposeService}, ", service.Split('\n').Single(line => line.Contains("profiles:", StringComparison.Ordinal)).Replace("[", "", StringComparison.Ordinal), StringComparison.Ordinal);
            Assert.Contains("all]", service, StringComparison.Ordinal);
            Assert.Contains("healthcheck:", service, StringComparison.Ordinal);
            Assert.Contains("mem_limit:", service, StringComparison.Ordinal);
            Assert.Matches(@"image: \S+:\d[\w.-]*\n", service);
        }
    }

    [Fact]
    public void Every_port_is_bound_to_loopback_and_can_be_moved()
    {
        foreach (var system in Composed) Assert.Contains($"\"127.0.0.1:${{{system.PortVariable}:-{system.StandardPort}}}:", ServiceOf(system), StringComparison.Ordinal);
        var ports = Regex.Matches(Text, """^\s+(?:ports: \[|- )"(?<port>[^"]*:\d+)"\]?$""", RegexOptions.Multiline).Select(match => match.Groups["port"].Value).ToArray();
        Assert.NotEmpty(ports);
        Assert.All(ports, port => Assert.StartsWith("127.0.0.1:", port, StringComparison.Ordinal));
    }

    [Fact]
    public void The_command_itself_is_a_service_that_no_system_and_not_all_of_them_start()
    {
        var service = Service().Matches(Text).First(match => match.Groups["name"].Value == "genie").Value;
        Assert.Contains("profiles: [genie]\n", service, StringComparison.Ordinal);
        Assert.Contains("build: .\n", service, StringComparison.Ordinal);
    }

    [SkippableTheory]
    [InlineData("all")]
    [InlineData("genie")]
    public async Task Docker_compose_takes_the_file(string profile)
    {
        var program = Executables.Find("docker-compose");
        Skip.If(program is null, "docker-compose is not installed");
        using var folder = new TemporaryFolder();
        var file = folder.Write("docker-compose.yml", Text);
        using var process = Process.Start(new ProcessStartInfo(program!, ["--file", file, "--profile", profile, "config", "--quiet"]) { RedirectStandardError = true })!;
        var errors = await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.Equal((0, ""), (process.ExitCode, errors));
    }

    // All but the one that a container would be of no use for.
    private static IEnumerable<ServerSystem> Composed => ServerCatalogue.All.Where(system => system.Name != "aeron");

    private static string ServiceOf(ServerSystem system) =>
        Service().Matches(Text).Single(match => match.Groups["name"].Value == system.ComposeService && match.Value.Contains("image:", StringComparison.Ordinal)).Value;

    // A name at two spaces' depth, and all that lies deeper.
    [GeneratedRegex(@"^  (?<name>[a-z-]+):\n(?:(?: {3,}.*)?\n)+", RegexOptions.Multiline)]
    private static partial Regex Service();

    private static string Read()
    {
        using var reader = new StreamReader(typeof(ServerCatalogue).Assembly.GetManifestResourceStream("docker-compose.yml")!);
        return reader.ReadToEnd();
    }
}
