using System.Net;
using System.Text.Json.Nodes;
using Genie.Benchmarks.Commands;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>What <c>genie genius serve</c> says of itself on the port of <c>Web</c>.</summary>
public sealed class GeniusHealthTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly GeniusHttp _http = new();

    public void Dispose()
    {
        _http.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Its_service_has_a_name_that_OpenTelemetrys_variable_changes()
    {
        foreach (var (variable, named) in ((string, string)[])[("OTEL_NONE=", "genie-genius"), ("OTEL_SERVICE_NAME=depot", "depot"), ("OTEL_RESOURCE_ATTRIBUTES=service.name=yard", "yard")])
        {
            var file = Path.Combine(_folder.Path, "config.json");
            await File.WriteAllTextAsync(file, new JsonObject { ["Listen"] = "127.0.0.1:0", ["Web"] = $"127.0.0.1:{_http.WebPort}", ["Store"] = Path.Combine(_folder.Path, "events") }.ToJsonString());
            using var server = GenieProcess.StartBy(["env", variable], "genius", "serve", "--config", file);
            await server.WaitForLineAsync("gRPC at http");
            Assert.Contains($"service_name=\"{named}\"", await _http.Client.GetStringAsync(new Uri($"http://127.0.0.1:{_http.WebPort}/metrics")), StringComparison.Ordinal);
            await GeniusProcess.EndAsync(server);
        }
    }

    [Fact]
    public async Task A_missing_table_is_a_line_of_the_log_and_rules_that_ask_for_it_are_listed_by_the_probe()
    {
        var table = Path.Combine(_folder.Path, "banned.csv");
        await File.WriteAllTextAsync(table, "key,reason\nann,speed\n");
        var settings = new JsonObject { ["Tables"] = new JsonArray(new JsonObject { ["Name"] = "banned", ["File"] = table }) };
        using (var server = await _http.StartAsync(_folder.Path, settings))
        {
            await _http.CallAsync(HttpMethod.Put, "rules/kept-out", """{"text":"key in table(\"banned\")"}""");
            await GeniusProcess.EndAsync(server);
        }

        File.Delete(table);
        using (var server = await _http.StartAsync(_folder.Path, settings))
        {
            var (status, health) = await ProbeAsync();
            Assert.Equal((HttpStatusCode.OK, "Degraded"), (status, (string)health["checks"]!["rules"]!["status"]!));
            Assert.Contains("banned", (string)health["checks"]!["rules"]!["description"]!, StringComparison.Ordinal);
            Assert.Equal(ExitCode.Success, await server.EndAsync());
            var log = await server.ErrorAsync();
            Assert.Contains("The reference table banned is not read", log, StringComparison.Ordinal);
            Assert.DoesNotContain("   at ", log, StringComparison.Ordinal);
        }
    }

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "25")]
    public async Task A_server_whose_PostgreSQL_stands_still_is_not_ready_until_it_goes_on()
    {
        Skip.If(!PostgresServer.IsInstalled || !OperatingSystem.IsLinux(), "no postgres server: install it");
        await using var postgres = await OwnServer.StartAsync("test-postgres", (folder, port) => PostgresServer.StartAsync(folder, port, CancellationToken.None));
        using var server = await _http.StartAsync(_folder.Path, new JsonObject { ["Database"] = PostgresServer.ConnectionString(postgres.Process) });
        Assert.Equal(HttpStatusCode.OK, (await ProbeAsync()).Status);

        var halted = new List<HaltedProcess>();
        try
        {
            // The postmaster first: it begins no further ones then.
            halted.Add(await HaltedProcess.HaltAsync(postgres.Process.ProcessId));
            foreach (var child in ChildrenOf(postgres.Process.ProcessId)) halted.Add(await HaltedProcess.HaltAsync(child));
            var (status, health) = await ProbeAsync();
            Assert.Equal(HttpStatusCode.ServiceUnavailable, status);
            Assert.Equal("Unhealthy", (string)health["checks"]!["event store"]!["status"]!);
        }
        finally
        {
            foreach (var each in halted) await each.DisposeAsync();
        }

        using var enough = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        while ((await ProbeAsync()).Status != HttpStatusCode.OK) enough.Token.ThrowIfCancellationRequested();
        Assert.Equal(ExitCode.Success, await server.EndAsync());
    }

    private async Task<(HttpStatusCode Status, JsonNode Health)> ProbeAsync()
    {
        using var answer = await _http.Client.GetAsync(new Uri($"http://127.0.0.1:{_http.WebPort}/health/ready"));
        return (answer.StatusCode, JsonNode.Parse(await answer.Content.ReadAsStringAsync())!);
    }

    private static List<int> ChildrenOf(int parent) =>
        [.. File.ReadAllText($"/proc/{parent}/task/{parent}/children").Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(int.Parse)];
}
