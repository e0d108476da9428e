using Genie.Benchmarks.Agents.Crews;
using Genie.Benchmarks.Agents.Links;
using Genie.Benchmarks.Agents.Usage;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Tests.Agents;

public sealed class AgentRulesTests
{
    private static readonly AgentFigures Idle = new()
    {
        Name = "a",
        Role = "client",
        Address = "bench-2:5099",
        CpuShare = 0.5,
        ReceivedBytesPerSecond = 100,
        SentBytesPerSecond = 700,
        ToAgentBytesPerSecond = 1_000,
        FromAgentBytesPerSecond = 1_000,
    };

    [Fact]
    public void A_machine_at_its_limits_is_marked_and_one_with_room_is_not()
    {
        Assert.Empty(AgentRules.Marks(Idle));
        Assert.Empty(AgentRules.Marks(Idle with { CpuShare = 0.9 }));
        Assert.Contains("95 % of its processors", Assert.Single(AgentRules.Marks(Idle with { CpuShare = 0.95 })).Text, StringComparison.Ordinal);
        Assert.Contains("80 % of its bandwidth", Assert.Single(AgentRules.Marks(Idle with { SentBytesPerSecond = 800 })).Text, StringComparison.Ordinal);
        Assert.Contains("90 % of its bandwidth", Assert.Single(AgentRules.Marks(Idle with { ReceivedBytesPerSecond = 900 })).Text, StringComparison.Ordinal);
        var marks = AgentRules.Marks(Idle with { CpuShare = 1, SentBytesPerSecond = 1_200 }).ToList();
        Assert.Equal(2, marks.Count);

        // It says how far the figures reach; they are true all the same.
        Assert.All(marks, mark => Assert.False(RowAudit.MakesInvalid(mark)));
    }

    [Fact]
    public void What_is_not_told_is_not_judged()
    {
        Assert.Empty(AgentRules.Marks(Idle with { CpuShare = null, ReceivedBytesPerSecond = null, SentBytesPerSecond = null }));
        Assert.Empty(AgentRules.Marks(Idle with { SentBytesPerSecond = 5_000, ToAgentBytesPerSecond = 0, FromAgentBytesPerSecond = 0 }));
    }

    [Fact]
    public void Usage_is_what_came_between_two_readings()
    {
        var before = new UsageReading { Seconds = 10, Ticks = 1_000, IdleTicks = 500, ReceivedBytes = 1_000, SentBytes = 2_000 };
        var after = new UsageReading { Seconds = 12, Ticks = 1_400, IdleTicks = 600, ReceivedBytes = 5_000, SentBytes = 2_000 };
        Assert.Equal(new UsageShare(0.75, 2_000, 0), UsageShare.Between(before, after));

        // A container of half a processor that used all of it, on a machine that did little.
        var inside = UsageShare.Between(before with { ContainerCpuSeconds = 4, ContainerProcessors = 0.5 }, after with { ContainerCpuSeconds = 5, ContainerProcessors = 0.5, IdleTicks = 880 });
        Assert.Equal(1, inside.Cpu!.Value, 6);
        Assert.Null(UsageShare.Between(new UsageReading { Seconds = 1 }, new UsageReading { Seconds = 2 }).Cpu);
    }

    [Fact]
    public void The_kernels_files_are_read()
    {
        string[] devices =
        [
            "Inter-|   Receive                                                |  Transmit",
            " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed",
            "    lo: 9999 1 0 0 0 0 0 0 9999 1 0 0 0 0 0 0",
            "  eth0: 1500 10 0 0 0 0 0 0 700 7 0 0 0 0 0 0",
            "  eth1:12 1 0 0 0 0 0 0 30 2 0 0 0 0 0 0",
        ];
        Assert.Equal((1_512, 730), NetworkBytes.Parse(devices));
        Assert.Equal((1.5, 2.5), ContainerCpu.Parse("150000 100000\n", ["usage_usec 2500000", "user_usec 1"]));
        Assert.Null(ContainerCpu.Parse("max 100000\n", ["usage_usec 2500000"]));
        Assert.Null(ContainerCpu.Parse("150000 100000\n", []));
    }
}
