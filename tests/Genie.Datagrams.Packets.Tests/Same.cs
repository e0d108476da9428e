using Genie.Datagrams.Packets.Tests.Samples;

namespace Genie.Datagrams.Packets.Tests;

/// <summary>Compares packets member by member, arrays by what they hold; records compare arrays by reference.</summary>
internal static class Same
{
    /// <summary>How far a quantized value of a delta may be off: one of the same step is the baseline's.</summary>
    public const double Step = 2 * HalfStep;

    private const double HalfStep = 0.000_5;

    public static void Assert(Everything expected, Everything actual, double tolerance = HalfStep)
    {
        Xunit.Assert.Equal(Values(expected), Values(actual));
        Xunit.Assert.Equal(BitConverter.SingleToUInt32Bits(expected.Exact32), BitConverter.SingleToUInt32Bits(actual.Exact32));
        Xunit.Assert.Equal(BitConverter.DoubleToUInt64Bits(expected.Exact64), BitConverter.DoubleToUInt64Bits(actual.Exact64));
        Xunit.Assert.InRange(actual.Quantized, expected.Quantized - tolerance, expected.Quantized + tolerance);
        Xunit.Assert.Equal(expected.Bytes, actual.Bytes);
        Xunit.Assert.Equal(expected.Numbers, actual.Numbers);
        Xunit.Assert.Equal(expected.Names, actual.Names);
        Xunit.Assert.Equal(expected.Tracks.Select(Values), actual.Tracks.Select(Values));
        Xunit.Assert.Equal(expected.Points, actual.Points);
        Xunit.Assert.Equal(Values(expected.Track), Values(actual.Track));
        Xunit.Assert.Equal(expected.Ids, actual.Ids);
    }

    public static void Assert(PlayerMoved expected, PlayerMoved actual)
    {
        Xunit.Assert.Equal((expected.Player, expected.IsRunning, expected.Stance), (actual.Player, actual.IsRunning, actual.Stance));
        Xunit.Assert.InRange(actual.X, expected.X - 0.006f, expected.X + 0.006f);
        Xunit.Assert.InRange(actual.Y, expected.Y - 0.006f, expected.Y + 0.006f);
        Xunit.Assert.InRange(actual.Z, expected.Z - 0.006f, expected.Z + 0.006f);
        Xunit.Assert.InRange(actual.Yaw, expected.Yaw - 0.25, expected.Yaw + 0.25);
    }

    private static object Values(Everything one) => (
        (one.Flag, one.Unsigned8, one.Signed8, one.Signed16, one.Unsigned16, one.Signed32, one.Unsigned32), (one.Signed64, one.Unsigned64, one.Ranged, one.Text, one.Weapon, one.Effects), (one.Point, one.Other, one.Target, one.Id, one.Owner));

    private static string Values(Track? track) => track is null ? "none" : $"{track.Name} {string.Join(' ', track.Points)}";
}
