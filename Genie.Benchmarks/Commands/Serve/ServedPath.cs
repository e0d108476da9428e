using Genie.Diagnostics.Live;

namespace Genie.Benchmarks.Commands.Serve;

/// <summary>One path that makes requests.</summary>
/// <param name="Path">The path.</param>
/// <param name="Broker">The system.</param>
/// <param name="Mode"><see cref="RoundTripMode"/> or <see cref="FireMode"/>.</param>
/// <param name="Summary">What it does, for people.</param>
/// <param name="Admission">How many at once.</param>
internal sealed record ServedPath(string Path, string Broker, string Mode, string Summary, Admission<RequestSlot> Admission)
{
    /// <summary>The mode that waits for the answer.</summary>
    public const string RoundTripMode = "round-trip";

    /// <summary>The mode that does not.</summary>
    public const string FireMode = "fire";

    /// <summary>What was answered lately.</summary>
    public PathFigures Figures { get; } = new();

    /// <summary>How the path did since this was last asked.</summary>
    /// <param name="elapsed">How long ago that was.</param>
    public LiveRow TakeRow(TimeSpan elapsed)
    {
        var (answered, refused, mean) = Figures.Take();
        return new LiveRow($"{Broker} {Mode}", answered / elapsed.TotalSeconds, mean.TotalMicroseconds, Admission.InFlight, Admission.Waiting, refused / elapsed.TotalSeconds);
    }
}
