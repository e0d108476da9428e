using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Ladders.Levels;
using Genie.Brokers;
using Genie.Workload;

namespace Genie.Benchmarks.Tests.Load.Ladders.Levels;

public sealed class LevelPairTests
{
    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(30);
    private static readonly WorkloadChoice Echo = new() { Stages = Stages.Transport, PayloadBytes = 256 };
    private static readonly WorkloadChoice Work = new();

    public static TheoryData<string> Transports { get; } = [.. LevelTransport.All.Select(transport => transport.Name)];

    [Theory]
    [MemberData(nameof(Transports))]
    public async Task Every_level_of_a_transport_answers_between_two_processes(string name)
    {
        await using var pair = new LevelPair(LevelTransport.Get(name));
        foreach (var level in pair.Transport.Levels.Where(level => level.Way is not null))
        {
            var times = await pair.MeasureAsync(new LevelOpening(level.Kind, level.Kind == LevelKind.Pipeline ? Work : Echo), Short, Short, CancellationToken.None);
            Assert.True(times is { Requests: > 0, MeanMicroseconds: > 0, P50Microseconds: > 0, CpuMicroseconds: > 0 } && times.P99Microseconds >= times.P50Microseconds, $"{level.Kind}: {times}");
        }
    }

    [Fact]
    public async Task What_only_sends_requests_back_is_not_taken_for_the_pipeline_and_the_next_level_is_measured()
    {
        await using var pair = new LevelPair(LevelTransport.Get("udp"));
        var error = await Assert.ThrowsAsync<BrokerException>(() => pair.MeasureAsync(new LevelOpening(LevelKind.Transport, Work), Short, Short, CancellationToken.None));
        Assert.Contains("The answer to request 1 is wrong", error.Message, StringComparison.Ordinal);
        Assert.True((await pair.MeasureAsync(new LevelOpening(LevelKind.Transport, Echo), Short, Short, CancellationToken.None)).Requests > 0);
    }

    [Fact]
    public void Every_transport_has_every_level_or_the_reason_why_not_and_stands_on_one_that_it_has()
    {
        Assert.Equal(["udp", "tcp", "litenetlib", "orleans"], LevelTransport.All.Select(transport => transport.Name));
        foreach (var transport in LevelTransport.All)
        {
            Assert.Equal(Enum.GetValues<LevelKind>(), transport.Levels.Select(level => level.Kind));
            Assert.All(transport.Levels, level => Assert.True(level.Way is null != level.WhyNone is null));
            Assert.All(transport.Levels, level => Assert.True(level.On is not { } on || transport[on].Way is not null));
            Assert.NotNull(transport[LevelKind.Pipeline].Way);
        }
    }
}
