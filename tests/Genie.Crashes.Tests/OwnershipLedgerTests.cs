using Genie.Benchmarks.Load.Zones;

namespace Genie.Crashes.Tests;

/// <summary>The audit of <c>genie crash zones</c> finds what it is to find.</summary>
public sealed class OwnershipLedgerTests
{
    [Fact]
    public void A_zone_that_a_server_still_holds_when_another_one_has_it_has_two_owners()
    {
        var ledger = new OwnershipLedger();
        ledger.Add(1, Report(new ZoneClaim(0, 1, 10, 11), new ZoneClaim(1, 1, 10, 11)));
        ledger.Add(2, Report(new ZoneClaim(0, 2, 20, 21), new ZoneClaim(1, 2, 20, 21)));
        Assert.Equal(0, ledger.CountZonesWithTwoOwners());
        ledger.Add(1, Report(new ZoneClaim(1, 1, 22, 23)));
        Assert.Equal(1, ledger.CountZonesWithTwoOwners());
    }

    [Fact]
    public void A_zone_is_owned_again_when_somebody_has_told_of_a_later_epoch()
    {
        var ledger = new OwnershipLedger();
        ledger.Add(1, Report(new ZoneClaim(0, 1, 10, 11)));
        Assert.Null(ledger.OwnedAfter(zone: 0, epoch: 1));
        ledger.Add(3, Report(new ZoneClaim(0, 3, 40, 41)));
        ledger.Add(2, Report(new ZoneClaim(0, 2, 20, 21), new ZoneClaim(1, 2, 20, 21)));
        Assert.Equal(21, ledger.OwnedAfter(zone: 0, epoch: 1));
        Assert.Equal(41, ledger.OwnedAfter(zone: 0, epoch: 1, server: 3));
    }

    [Fact]
    public void A_look_that_was_halted_on_the_way_counts_for_what_is_certain_of_it()
    {
        var ledger = new OwnershipLedger();

        // It was so at some moment between 12 and 40: before the other one had it, perhaps.
        ledger.Add(1, Report(new ZoneClaim(0, 1, 10, 11)));
        ledger.Add(1, Report(new ZoneClaim(0, 1, 12, 40)));
        ledger.Add(2, Report(new ZoneClaim(0, 2, 20, 21)));
        Assert.Equal(0, ledger.CountZonesWithTwoOwners());
    }

    [Fact]
    public void Numbers_that_are_left_out_or_come_again_are_counted()
    {
        NumberCount count = default;
        foreach (var number in (uint[])[1, 2, 2, 5, 4]) count = count.Take(number);
        Assert.Equal(new NumberCount(5, 2, 2), count);
        Assert.Equal(3, count.LostOf(6));
    }

    private static ZoneServerReport Report(params ZoneClaim[] claims) => new() { Port = 1, Claims = claims };
}
