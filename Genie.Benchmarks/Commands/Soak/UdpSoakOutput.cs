using System.Text;
using Genie.Benchmarks.Load.Soak.Udp.State;
using Genie.Benchmarks.Load.Soak.Udp.Verdicts;
using Genie.Benchmarks.Reporting.Terminal;

namespace Genie.Benchmarks.Commands.Soak;

/// <summary>What a soak shows at a terminal of 80 columns, or one JSON object.</summary>
/// <param name="output">Where to.</param>
/// <param name="asJson">True for programs.</param>
internal sealed class UdpSoakOutput(TextWriter output, bool asJson)
{
    /// <summary>What will happen.</summary>
    public void Begin(UdpSoakState state)
    {
        Say(FormattableString.Invariant($"{UdpSoakText.Time(state.Plan.DurationSeconds)} of {state.Plan.Describe()}"));
        if (state.Legs > 0) Say(FormattableString.Invariant($"goes on after {UdpSoakText.Time(state.ElapsedSeconds)}, {UdpSoakText.Reliable(state):N0} reliable messages and {state.Counts.Anomalies.Sum:N0} anomalies ({state.Interruptions[^1].Cause})"));
    }

    /// <summary>A line on the way.</summary>
    public void Say(string line)
    {
        if (asJson) return;
        var text = new StringBuilder();
        WrappedText.Append(text, line, hanging: 2);
        output.Write(text);
        output.Flush();
    }

    /// <summary>Where it is.</summary>
    public void Progress(UdpSoakState state)
    {
        if (state.Samples.Count == 0 || state.Samples[^1] is not { } last || last.Leg != state.Legs) return;
        Say(FormattableString.Invariant($"{UdpSoakText.Time(state.ElapsedSeconds),8}  {UdpSoakText.Reliable(state):N0} reliable, {state.Counts.Anomalies.Sum:N0} anomalies, p99 {last.P99Microseconds / 1e3:0} ms, {last.Clients.Process.RssMebibytes:0} and {last.Server.Process.RssMebibytes:0} MiB"));
    }

    /// <summary>The result.</summary>
    public void End(UdpSoakResult result)
    {
        if (asJson)
        {
            output.WriteLine(result.ToJson());
            return;
        }

        output.WriteLine();
        output.Write(UdpSoakText.Create(result));
        output.WriteLine();
    }
}
