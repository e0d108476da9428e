using System.CommandLine;
using System.Text.Json;
using Genie.Benchmarks.Drivers;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie brokers</c>: each system, its drivers, its server.</summary>
internal static class BrokersCommand
{
    private static readonly JsonSerializerOptions Json = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var json = new Option<bool>("--json") { Description = "One JSON object a line, for programs." };
        var guarantees = new Option<bool>("--guarantees") { Description = "What each driver guarantees, as Markdown; asks no server." };
        var capabilities = new Option<bool>("--capabilities") { Description = "What each system can do, as Markdown; asks no server." };
        var settings = new Option<string[]?>("--settings")
        {
            Description = "The settings of each driver, or of one system's, with their variables and defaults; asks no server.",
            HelpName = "BROKER",
            Arity = ArgumentArity.ZeroOrMore,
            AllowMultipleArgumentsPerToken = true,
        };
        var command = new Command("brokers") { json, guarantees, capabilities, settings };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            if (parsed.GetValue(guarantees))
            {
                foreach (var driver in DriverCatalogue.Brokers.SelectMany(DriverCatalogue.Of)) await parsed.InvocationConfiguration.Output.WriteLineAsync(GuaranteeText.Of(driver)).ConfigureAwait(false);
                return ExitCode.Success;
            }

            if (parsed.GetValue(capabilities))
            {
                await parsed.InvocationConfiguration.Output.WriteLineAsync(await CapabilityText.PageAsync().ConfigureAwait(false)).ConfigureAwait(false);
                return ExitCode.Success;
            }

            if (parsed.GetResult(settings) is not null)
            {
                await parsed.InvocationConfiguration.Output.WriteAsync(SettingText.Of(parsed.GetValue(settings) is { Length: > 0 } named ? named : DriverCatalogue.Brokers)).ConfigureAwait(false);
                return ExitCode.Success;
            }

            var systems = await BrokerSurvey.TakeAsync(cancellationToken).ConfigureAwait(false);
            var output = parsed.InvocationConfiguration.Output;
            if (parsed.GetValue(json))
            {
                foreach (var system in systems) await output.WriteLineAsync(JsonSerializer.Serialize(system, Json)).ConfigureAwait(false);
            }
            else
            {
                Write(systems, output);
            }

            return ExitCode.Success;
        });
        return command;
    }

    private static void Write(IReadOnlyList<SurveyedSystem> systems, TextWriter output)
    {
        List<(string Broker, string Client, string Library, string Server)> rows = [("BROKER", "CLIENT", "LIBRARY", "SERVER")];
        foreach (var system in systems)
        {
            var clients = system.Clients.Select(client => (client.Name, client.Library))
                .Concat(system.Missing.Select(missing => ("missing", $"{missing.Package} {missing.Version}, not on any package source")))
                .DefaultIfEmpty(("", "")).ToArray();
            for (var i = 0; i < clients.Length; i++)
                rows.Add((i == 0 ? system.Broker : "", clients[i].Item1, clients[i].Item2, i == 0 ? system.Server : ""));
        }

        var (broker, client, library) = (rows.Max(row => row.Broker.Length), rows.Max(row => row.Client.Length), rows.Max(row => row.Library.Length));
        foreach (var row in rows)
            output.WriteLine($"{row.Broker.PadRight(broker)}  {row.Client.PadRight(client)}  {row.Library.PadRight(library)}  {row.Server}".TrimEnd());
        if (systems.Any(system => system.Missing.Count > 0)) output.WriteLine("Missing packages: docs/packages.md says how to add a source that has them.");
    }
}
