using System.Text.Json;
using Genie.Benchmarks.Load.Crashes;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands.Crash;

/// <summary>What a crash trial showed: lines for people, or one JSON object.</summary>
/// <param name="output">Where to.</param>
/// <param name="asJson">True for programs.</param>
internal sealed class CrashOutput(TextWriter output, bool asJson)
{
    private static readonly JsonSerializerOptions Json = new() { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    /// <summary>A line on the way.</summary>
    public void Say(string line)
    {
        if (!asJson) output.WriteLine(line);
    }

    /// <summary>The outcome.</summary>
    public void End(IBrokerDriver driver, IReadOnlyList<CrashVictim> kills, CrashOutcome outcome)
    {
        var (messages, effects) = (outcome.Messages, outcome.Effects);
        var level = JsonNamingPolicy.KebabCaseLower.ConvertName(outcome.Level.ToString());
        if (asJson)
        {
            output.WriteLine(JsonSerializer.Serialize(
                new
                {
                    driver.Broker,
                    driver.Client,
                    driver.ClientVersion,
                    Confirmation = level,
                    Kills = kills.Select(victim => JsonNamingPolicy.KebabCaseLower.ConvertName(victim.ToString())),
                    outcome.Workers,
                    messages.Sent,
                    messages.Confirmed,
                    messages.Errors,
                    outcome.IsCovered,
                    Effects = new { effects.Expected, effects.Missing, Double = effects.Doubled, effects.Uncovered, effects.Unsent },
                    Notes = outcome.Errors,
                },
                Json));
            return;
        }

        output.WriteLine($"{messages.Sent:N0} sent, {messages.Confirmed:N0} confirmed as {level} or answered, {messages.Errors:N0} failed; {outcome.Workers} worker processes");
        output.WriteLine($"effects: {effects.Missing:N0} missing, {effects.Doubled:N0} double, {effects.Uncovered:N0} of requests that were never acknowledged");
        if (!outcome.IsCovered) output.WriteLine($"This system does not promise that what it confirmed as {level} outlives such kills; only answered requests are held to it.");
        foreach (var error in outcome.Errors) output.WriteLine($"  senders saw {error}");
    }
}
