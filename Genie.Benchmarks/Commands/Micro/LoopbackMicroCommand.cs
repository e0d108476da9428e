using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary><c>genie micro loopback</c>: a bare socket's round trip between two processes, the floor under every wire driver.</summary>
internal static class LoopbackMicroCommand
{
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(1);

    /// <summary>Creates it.</summary>
    public static Command Create()
    {
        var seconds = Options.Of("--seconds", "How long to measure", "3", ParseSeconds);
        var size = Options.OfCount("--size", "Bytes of a message", LoopbackRun.UsualBytes.ToString(CultureInfo.InvariantCulture), min: 1);
        var blocking = new Option<bool>("--blocking") { Description = "Blocking calls on threads of their own, instead of asynchronous ones" };
        var json = new Option<bool>("--json") { Description = "Print one JSON object" };
        var echo = new Option<bool>("--echo") { Description = "The other process", Hidden = true };
        var command = new Command("loopback", "A bare TCP socket: round trips a second between two processes") { seconds, size, blocking, json, echo };
        command.SetAction(async (parsed, cancellationToken) =>
        {
            if (parsed.GetValue(echo)) return await LoopbackEcho.RunAsync(parsed.GetValue(blocking), parsed.InvocationConfiguration.Output, cancellationToken).ConfigureAwait(false);
            var bytes = (int)size.Read(parsed);
            await using var run = await LoopbackRun.StartAsync(bytes, parsed.GetValue(blocking), cancellationToken).ConfigureAwait(false);
            await run.MeasureAsync(WarmUp, cancellationToken).ConfigureAwait(false);
            var time = seconds.Read(parsed);
            var latency = await run.MeasureAsync(time, cancellationToken).ConfigureAwait(false);
            parsed.InvocationConfiguration.Output.WriteLine(parsed.GetValue(json) ? ToJson(latency, time, bytes) : ToText(latency, time));
            return ExitCode.Success;
        });
        return command;
    }

    private static TimeSpan ParseSeconds(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var seconds) && seconds > 0
            ? TimeSpan.FromSeconds(seconds) : throw new FormatException($"'{text}' is no number of seconds.");

    private static string ToText(LatencyHistogram latency, TimeSpan time) => string.Create(
        CultureInfo.InvariantCulture,
        $"loopback: {latency.Count / time.TotalSeconds:N0}/s, mean {latency.MeanNanoseconds / 1e3:0.0} us, p50 {latency.ValueAtPercentile(50) / 1e3:0.0} us, p99 {latency.ValueAtPercentile(99) / 1e3:0.0} us");

    private static string ToJson(LatencyHistogram latency, TimeSpan time, int size)
    {
        using var text = new MemoryStream();
        using (var writer = new Utf8JsonWriter(text))
        {
            writer.WriteStartObject();
            writer.WriteString("part", "loopback");
            writer.WriteNumber("per_s", Math.Round(latency.Count / time.TotalSeconds, 1));
            writer.WriteNumber("mean_us", Math.Round(latency.MeanNanoseconds / 1e3, 3));
            writer.WriteNumber("p50_us", latency.ValueAtPercentile(50) / 1e3);
            writer.WriteNumber("p99_us", latency.ValueAtPercentile(99) / 1e3);
            writer.WriteNumber("size", size);
            writer.WriteEndObject();
        }

        return System.Text.Encoding.UTF8.GetString(text.ToArray());
    }
}
