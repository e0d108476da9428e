using System.CommandLine;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Secrets;

namespace Genie.Benchmarks.Tests.Secrets;

/// <summary>Every option that may hold a secret is declared, and errors about what was given do not repeat it.</summary>
public sealed class CommandSecretTests
{
    private const string M = Marker.Text;

    /// <summary>Texts that hold no secret, or that nothing writes or shows: whoever adds an option decides, here or by <see cref="SecretOption{T}"/>.</summary>
    private static readonly string[] PlainTexts =
    [
        "--address", "--agents-folder", "--archive", "--area", "--as", "--at", "--baseline", "--broker", "--candidate", "--channel", "--check", "--client", "--clients-on", "--cluster-id",
        "--code-file", "--config", "--confidence", "--csv", "--deny", "--dir", "--duckdb", "--event", "--fact", "--fault", "--folder", "--from", "--geometry", "--grant",
        "--hdr", "--history", "--html", "--id", "--index", "--json", "--junit", "--keep", "--key", "--layer", "--machine", "--map-folder", "--markdown", "--mmdb",
        "--name", "--object", "--only", "--out", "--parent", "--payload-file", "--picture", "--provider", "--read", "--reason", "--region", "--replay", "--revocations",
        "--scenario", "--server", "--service-id", "--settings", "--sql", "--store", "--store-folder", "--stream", "--threshold", "--where", "--worker-on", "--world",

        // Where a command listens; where a game finds its server, which it only connects to.
        "serve --url", "watch --url", "shooter --url", "play --url", "demo --url",
    ];

    [Fact]
    public void Every_text_is_declared_secret_or_known_to_be_none()
    {
        var undecided = Commands(CommandTable.CreateRoot(null))
            .SelectMany(static command => command.Options.Where(IsText).Where(static option => option is not IMaskedOption { Mask: not null }).Select(option => (option.Name, Full: $"{command.Name} {option.Name}")))
            .Where(static option => !PlainTexts.Contains(option.Name) && !PlainTexts.Contains(option.Full)).Select(static option => option.Full).Distinct().ToArray();
        Assert.True(undecided.Length == 0, $"Neither declared secret nor known to be none: {string.Join(", ", undecided)}");
    }

    [Theory]
    [InlineData("NAME=VALUE", "bench", "nats", "--broker-option", M)]
    [InlineData("NAME=VALUE", "bench", "nats", "--broker-option", "amqp://u:" + M + "=x@h")]
    [InlineData("say whose setting", "bench", "nats", "mqtt", "--broker-option", "password=" + M)]
    [InlineData("not among the systems", "bench", "nats", "--broker-option", "mqtt.password=" + M)]
    [InlineData("'pasword'", "conformance", "nats", "--broker-option", "nats.pasword=" + M)]
    [InlineData("nats.url", "conformance", "nats", "--broker-option", "nats.url=nats://u:" + M + "#x@h")]
    [InlineData("Unknown option '--broker-optin'", "bench", "nats", "--broker-optin", "nats.password=" + M)]
    [InlineData("Unknown option '--broker-optin=***'", "bench", "nats", "--broker-optin=nats.password=" + M)]
    [InlineData("Unknown messaging system 'nats.password=***'", "bench", "nats.password=" + M)]
    [InlineData("'--api-ky'", "rules", "list", "--api-ky", M)]
    [InlineData("--url", "rules", "list", "--url", "u:" + M + "@h")]
    [InlineData("--otlp", "report", "FILE", "--otlp", "u:" + M + "@h")]
    [InlineData("--url", "watch", "FILE", "--url", "https://u:" + M + "@h")]
    [InlineData("--url", "serve", "--url", "https://u:" + M + "@h")]
    [InlineData("URL", "wrk", "u:" + M + "@h")]
    [InlineData("--database", "map", "info", "--database", "postgres://u:" + M + "@h/d?x=1")]
    [InlineData("--database", "map", "info", "--database", "Host=h;Port=" + M)]
    [InlineData("--clustering-connection", "silo", "--clustering", "postgres", "--clustering-connection", "postgres://u:" + M + "@h/d?x=1")]
    [InlineData("--clustering-connection", "silo", "--clustering", "redis", "--clustering-connection", "h,pasword=" + M)]
    [InlineData("--code", "agents", "enroll", "a=h:1", "--code", M)]
    [InlineData("--a", "compare", "--a", "nats --broker-optin nats.password=" + M, "--b", "nats")]
    public async Task What_is_refused_is_named_and_not_repeated(string named, params string[] arguments)
    {
        using var file = new Genie.Testing.TemporaryFolder();
        var results = Path.Combine(file.Path, "results.json");
        await Genie.Benchmarks.Reporting.ResultsFile.WriteAsync(results, Reporting.SampleResults.Create(), CancellationToken.None);
        var parsed = CommandTable.CreateRoot(arguments[0]).Parse([.. arguments.Select(argument => argument == "FILE" ? results : argument)]);
        using var said = new StringWriter();
        foreach (var error in CommandLine.FindErrors(parsed)) said.WriteLine(error);
        if (CommandLine.FindErrors(parsed).Count == 0) said.WriteLine(await Assert.ThrowsAnyAsync<Exception>(() => parsed.InvokeAsync(new InvocationConfiguration { EnableDefaultExceptionHandler = false, Output = said, Error = said })));
        Assert.Contains(named, said.ToString(), StringComparison.Ordinal);
        Marker.AssertNotIn(said.ToString(), string.Join(' ', arguments));
    }

    private static IEnumerable<Command> Commands(Command command) => command.Subcommands.SelectMany(Commands).Prepend(command);

    private static bool IsText(Option option) => option.ValueType == typeof(string) || option.ValueType == typeof(string[]) || option.ValueType == typeof(Uri)
        ? option is not IParsedOption { Names.Count: > 0 } : false;
}
