using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Brokers.Ledger;

namespace Genie.Benchmarks.Tests.Load;

public sealed class RowAuditTests
{
    private static readonly BrokerTraits Strict = new()
    {
        Broker = "b",
        Client = "wire",
        ClientVersion = "",
        Confirmations = [Confirmation.Buffered],
        MaxPayloadBytes = 1,
        OrderedPerSender = true,
        CanRedeliver = false,
    };

    private static readonly BrokerTraits Loose = Strict with { OrderedPerSender = false, CanRedeliver = true };

    [Fact]
    public void A_clean_row_has_no_mark() => Assert.Empty(RowAudit.Marks(Row(), Strict, new LedgerCounts(), isPartial: false));

    [Theory]
    [InlineData("lost")]
    [InlineData("corrupted")]
    [InlineData("misrouted")]
    [InlineData("errors")]
    public void What_no_system_may_do_makes_any_row_invalid(string fault)
    {
        foreach (var traits in new[] { Strict, Loose })
        {
            var mark = Assert.Single(RowAudit.Marks(Row() with { Ledger = Ledger(fault) }, traits, null, isPartial: false));
            Assert.Equal(RowMarkKinds.Ledger, mark.Kind);
            Assert.Equal($"3 {fault}", mark.Text);
            Assert.True(RowAudit.MakesInvalid(mark));
        }
    }

    [Theory]
    [InlineData("duplicated")]
    [InlineData("reordered")]
    public void What_a_system_does_not_promise_is_no_breach(string fault)
    {
        Assert.Single(RowAudit.Marks(Row() with { Ledger = Ledger(fault) }, Strict, null, isPartial: false));
        Assert.Empty(RowAudit.Marks(Row() with { Ledger = Ledger(fault) }, Loose, null, isPartial: false));
    }

    [Fact]
    public void A_loss_in_the_warm_up_counts()
    {
        var mark = Assert.Single(RowAudit.Marks(Row(), Strict, new LedgerCounts { Lost = 2 }, isPartial: false));
        Assert.Equal("in the warm-up: 2 lost", mark.Text);
    }

    [Fact]
    public void A_loss_after_confirmation_has_a_mark_of_its_own() => Assert.Contains(
        RowAudit.Marks(Row() with { Ledger = new LedgerFigures { Lost = 1, LostAfterConfirm = 1 } }, Strict, null, isPartial: false),
        mark => mark.Kind == RowMarkKinds.LostAfterConfirm);

    [Fact]
    public void Littles_law_is_asked_of_closed_loops_only()
    {
        var broken = Row() with { ThroughputPerSecond = 500 };
        Assert.Equal(RowMarkKinds.LittlesLaw, Assert.Single(RowAudit.Marks(broken, Strict, null, isPartial: false)).Kind);
        Assert.Empty(RowAudit.Marks(broken with { Mode = RunMode.FireAndForget }, Strict, null, isPartial: false));
        Assert.Empty(RowAudit.Marks(broken with { RateAsked = 500 }, Strict, null, isPartial: false));
    }

    [Fact]
    public void A_missed_rate_is_told_but_no_lie()
    {
        var mark = Assert.Single(RowAudit.Marks(Row() with { RateAsked = 2000 }, Strict, null, isPartial: false));
        Assert.Equal(RowMarkKinds.RateMissed, mark.Kind);
        Assert.False(RowAudit.MakesInvalid(mark));
    }

    [Fact]
    public void A_row_without_requests_has_failed() =>
        Assert.Contains(RowAudit.Marks(Row() with { Requests = 0 }, Strict, null, isPartial: false), mark => mark.Kind == RowMarkKinds.Failed);

    private static RunRow Row() => new()
    {
        Broker = "b",
        Client = "wire",
        Mode = RunMode.RoundTrip,
        Confirmation = Confirmation.Buffered,
        Connections = 1,
        InFlight = 1,
        Requests = 1000,
        ThroughputPerSecond = 1000,
        LatencyMicroseconds = new LatencyFigures { Mean = 1000 },
        DurationSeconds = 1,
    };

    private static LedgerFigures Ledger(string fault) => fault switch
    {
        "lost" => new LedgerFigures { Lost = 3 },
        "corrupted" => new LedgerFigures { Corrupted = 3 },
        "misrouted" => new LedgerFigures { Misrouted = 3 },
        "errors" => new LedgerFigures { Errors = 3 },
        "duplicated" => new LedgerFigures { Duplicated = 3 },
        "reordered" => new LedgerFigures { Reordered = 3 },
        _ => throw new ArgumentOutOfRangeException(nameof(fault)),
    };
}
