using System.Diagnostics;
using Genie.Benchmarks.Load.Pacing;

namespace Genie.Benchmarks.Tests.Load.Pacing;

public sealed class RateProfileTests
{
    private static readonly TimeSpan Row = TimeSpan.FromSeconds(10);

    [Theory]
    [InlineData("0", 0, 0, true)]
    [InlineData("500", 500, 0, true)]
    [InlineData("100..300", 200, 0, false)]
    [InlineData("1k:10s", 1000, 10, false)]
    [InlineData("0..1k:10s, 1k:30s", 875, 40, false)]
    [InlineData("2k:1s,0:1s", 1000, 2, false)]
    public void A_rate_is_read(string text, double mean, double seconds, bool isConstant)
    {
        var profile = RateProfile.Parse(text);
        Assert.Equal((mean, isConstant, text == "0"), (profile.MeanPerSecond, profile.IsConstant, profile.IsClosedLoop));
        Assert.Equal(seconds == 0 ? null : TimeSpan.FromSeconds(seconds), profile.Duration);
        Assert.Equal(mean * (seconds == 0 ? 10 : seconds), profile.Over(Row).Sum(stage => stage.Requests), 6);
    }

    [Theory]
    [InlineData("1k:10s,2k", "a stage without its time")]
    [InlineData("0:10s", "no request at all")]
    [InlineData("1..2..3", "no rate")]
    [InlineData("1k:0s", "too short")]
    [InlineData("1k:10", "unit of time")]
    [InlineData("-5", "no rate from 0")]
    [InlineData("fast", "'fast'")]
    public void What_is_no_rate_is_refused(string text, string said) =>
        Assert.Contains(said, Assert.Throws<FormatException>(() => RateProfile.Parse(text)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("0..1000", 0, 10)]
    [InlineData("1000..0", 0, 10)]
    [InlineData("100..1000", 0, 10)]
    [InlineData("500:2s,0:3s,1000..2000:5s", 2, 5)]
    public void As_many_are_due_by_each_moment_as_the_rate_comes_to(string text, double pauseFrom, double pauseTo)
    {
        var stages = RateProfile.Parse(text).Over(Row);
        var schedule = new ArrivalSchedule(0, stages);
        List<double> due = [];
        while (schedule.TryTake(out var timestamp)) due.Add(timestamp / (double)Stopwatch.Frequency);
        Assert.Equal(schedule.Count, due.Count);
        Assert.Equal(due.Order(), due);
        Assert.InRange(due[^1], 0, 10);
        if (pauseFrom > 0) Assert.DoesNotContain(due, seconds => seconds > pauseFrom && seconds < pauseTo);
        for (var moment = 0.5; moment < 10; moment += 0.5)
            Assert.InRange(due.Count(seconds => seconds < moment), RequestsBy(stages, moment) - 1, RequestsBy(stages, moment) + 1);
    }

    /// <summary>The integral of the rate, by small steps.</summary>
    private static double RequestsBy(IReadOnlyList<RateStage> stages, double moment)
    {
        const double Step = 0.001;
        var requests = 0.0;
        for (var time = Step / 2; time < moment; time += Step)
        {
            var (rest, stage) = (time, 0);
            while (rest > stages[stage].Seconds) rest -= stages[stage++].Seconds!.Value;
            requests += Step * (stages[stage].From + ((stages[stage].To - stages[stage].From) * rest / stages[stage].Seconds!.Value));
        }

        return requests;
    }
}
