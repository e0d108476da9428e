using System.Globalization;
using System.Text;
using Genie.Benchmarks.Load.Pacing;

namespace Genie.Benchmarks.Tests.Load.Pacing;

public sealed class RecordingTests
{
    [Theory]
    [InlineData("\"2026-01-02T03:04:05Z\"", "\"2026-01-02T03:04:05.5Z\"", "\"2026-01-02T04:04:07+01:00\"")]
    [InlineData("1767323045", "1767323045.5", "1767323047")]
    [InlineData("1767323045000", "1767323045500", "1767323047000")]
    [InlineData("1767323045000000", "1767323045500000", "1767323047000000")]
    [InlineData("1767323045000000000", "1767323045500000000", "1767323047000000000")]
    public void Times_of_every_unit_are_read(params string[] times)
    {
        var recording = Recording.Read(Lines(times), "time", speed: 1);
        Assert.Equal([0, 0.5, 2, 3, 3.5, 5], Enumerable.Range(0, 6).Select(number => Math.Round(recording.SecondsOf(number), 6)));
        Assert.Equal(1, recording.MeanPerSecond, 6);
        Assert.Equal([0, 1, 2, 2, 3, 3, 4], new[] { 0, 0.1, 0.6, 2, 2.1, 3, 3.1 }.Select(recording.CountWithin));
    }

    [Fact]
    public void It_can_be_faster_and_many_messages_may_share_a_time()
    {
        var recording = Recording.Read(Lines("10", "10", "10", "14"), "time", speed: 4);
        Assert.Equal([0, 0, 0, 1], Enumerable.Range(0, 4).Select(number => recording.SecondsOf(number)));
        Assert.Equal((0, 3, 3, 4), (recording.CountWithin(0), recording.CountWithin(0.01), recording.CountWithin(1), recording.CountWithin(1.01)));
    }

    [Fact]
    public void A_schedule_gives_out_the_times_before_its_end_and_no_other()
    {
        var schedule = new ArrivalSchedule(1000, Recording.Read(Lines("1", "2", "4"), "time", speed: 1), TimeSpan.FromSeconds(4.6));
        var times = new List<double>();
        while (schedule.TryTake(out var time)) times.Add((time - 1000) / (double)System.Diagnostics.Stopwatch.Frequency);
        Assert.Equal([0, 1, 3, 4.5], times);
        Assert.Equal(4, schedule.Count);
    }

    [Theory]
    [InlineData("message 2 has no 'time'", "{\"time\":1}", "{\"at\":2}")]
    [InlineData("message 2 has no 'time'", "{\"time\":1}", "5")]
    [InlineData("message 1 is no time: \"noon\"", "{\"time\":\"noon\"}", "{\"time\":2}")]
    [InlineData("message 2 was sent before message 1", "{\"time\":3}", "{\"time\":2}")]
    [InlineData("all messages have the same", "{\"time\":3}", "{\"time\":3}")]
    [InlineData("at least two messages", "{\"time\":3}")]
    public void What_is_no_recording_says_why(string said, params string[] lines) =>
        Assert.Contains(said, Assert.Throws<FormatException>(() => Recording.Read([.. lines.Select(line => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(line))], "time", speed: 1)).Message, StringComparison.Ordinal);

    private static ReadOnlyMemory<byte>[] Lines(params string[] times) =>
        [.. times.Select(time => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{{\"time\":{time},\"x\":1}}")))];
}
