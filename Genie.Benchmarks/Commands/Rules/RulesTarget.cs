using System.CommandLine;
using Genie.Benchmarks.Commands.Secrets;
using Genie.Brokers.Drivers;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Core.Interceptors;
using Grpc.Net.Client;

namespace Genie.Benchmarks.Commands.Rules;

/// <summary>Where a host of Genius is, and how it is asked.</summary>
internal sealed class RulesTarget
{
    private const string UrlVariable = "GENIE_GENIUS_URL";
    private const string KeyVariable = "GENIE_GENIUS_KEY";

    private readonly ParsedOption<Uri> _url = new("--url", $"The host's gRPC address; also {UrlVariable}.", Environment.GetEnvironmentVariable(UrlVariable) is { Length: > 0 } url ? url : "http://localhost:5000", ReadUrl, SecretText.OfUrl);

    private readonly SecretOption<string?> _key = new("--api-key", SecretText.OfValue) { Description = $"The key that the host asks for; better in {KeyVariable}, where others do not see it.", HelpName = "KEY" };

    /// <summary>One JSON object a line, as protobuf's JSON mapping has it.</summary>
    public Option<bool> Json { get; } = new("--json") { Description = "One JSON object a line." };

    /// <summary>A command that asks it.</summary>
    public Command CreateCommand(string name, string description, Func<ParseResult, GeniusRules.GeniusRulesClient, CancellationToken, Task> run, params Symbol[] symbols)
    {
        var command = new Command(name, description);
        foreach (var symbol in symbols)
        {
            if (symbol is Argument argument) command.Add(argument);
            else command.Add((Option)symbol);
        }

        command.Add(_url);
        command.Add(_key);
        command.Add(Json);
        command.SetAction((parsed, cancellationToken) => RunAsync(parsed, run, cancellationToken));
        return command;
    }

    /// <summary>Writes a message as JSON or as lines of its own.</summary>
    public async Task WriteAsync<T>(ParseResult parsed, T message, Func<T, string> toText)
        where T : IMessage =>
        await parsed.InvocationConfiguration.Output.WriteLineAsync(parsed.GetValue(Json) ? JsonFormatter.Default.Format(message) : toText(message).Printable()).ConfigureAwait(false);

    private async Task<int> RunAsync(ParseResult parsed, Func<ParseResult, GeniusRules.GeniusRulesClient, CancellationToken, Task> run, CancellationToken cancellationToken)
    {
        var url = ReadUrl(parsed);
        using var channel = GrpcChannel.ForAddress(url);
        var key = parsed.GetValue(_key) ?? Environment.GetEnvironmentVariable(KeyVariable);
        var invoker = string.IsNullOrEmpty(key) ? channel.CreateCallInvoker() : channel.Intercept(metadata =>
        {
            metadata.Add("authorization", "Bearer " + key);
            return metadata;
        });
        try
        {
            await run(parsed, new GeniusRules.GeniusRulesClient(invoker), cancellationToken).ConfigureAwait(false);
            return ExitCode.Success;
        }
        catch (RpcException error) when (!cancellationToken.IsCancellationRequested)
        {
            var hint = error.StatusCode == StatusCode.Unimplemented ? " The host does not serve rules: it maps them by MapGeniusRules." : "";
            await parsed.InvocationConfiguration.Error.WriteLineAsync($"{MaskedText.OfUrl(url)}: {error.Status.Detail}{hint}".Printable()).ConfigureAwait(false);
            return error.StatusCode is StatusCode.InvalidArgument or StatusCode.NotFound ? ExitCode.BadArguments : ExitCode.Failure;
        }
    }

    // The default may come from a variable, which the parser does not check.
    private Uri ReadUrl(ParseResult parsed)
    {
        try
        {
            return _url.Read(parsed)!;
        }
        catch (FormatException error)
        {
            throw new BadArgumentException($"{UrlVariable}: {error.Message}", error);
        }
    }

    private static Uri ReadUrl(string text) => Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https"
        ? url : throw new FormatException($"the value is no address; http://HOST:PORT is expected. {MaskedText.UrlHint}");
}
