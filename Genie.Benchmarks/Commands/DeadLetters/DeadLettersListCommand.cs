using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using Genie.Messaging.DeadLetters;

namespace Genie.Benchmarks.Commands.DeadLetters;

/// <summary><c>genie dead-letters list</c>: what they are and why; they stay where they are.</summary>
internal sealed class DeadLettersListCommand
{
    private static readonly JsonSerializerOptions Json = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };
    private readonly DeadLettersTarget _target = new();
    private readonly Option<bool> _json = new("--json") { Description = "One JSON object a line, with headers and the body in Base64." };

    /// <summary>The command.</summary>
    public Command Create()
    {
        var command = new Command("list", "Lists dead letters and leaves them where they are.") { _json };
        _target.AddTo(command);
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var letters = await _target.UseAsync(parsed, (channel, count, quietTime) => channel.ListAsync(count, quietTime, cancellationToken)).ConfigureAwait(false);
        var output = parsed.InvocationConfiguration.Output;
        var asJson = parsed.GetValue(_json);
        foreach (var letter in letters) await output.WriteLineAsync(asJson ? Serialize(letter) : Line(letter)).ConfigureAwait(false);
        if (!asJson) await output.WriteLineAsync($"{letters.Count} dead letters").ConfigureAwait(false);
        return ExitCode.Success;
    }

    private static string Line(DeadLetter letter) => string.Create(
        CultureInfo.InvariantCulture,
        $"{letter.At.UtcDateTime:yyyy-MM-dd HH:mm:ss}  {letter.Message.Id}  {letter.Message.Body.Length} bytes, {letter.DeliveryCount} deliveries: {letter.Reason.ReplaceLineEndings(" ")}").Printable();

    private static string Serialize(DeadLetter letter) => JsonSerializer.Serialize(
        new { letter.At, letter.Channel, letter.Reason, letter.DeliveryCount, letter.Message.Id, letter.Message.Key, letter.Message.Headers, Body = Convert.ToBase64String(letter.Message.Body.Span) }, Json);
}
