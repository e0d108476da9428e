using System.Net;
using Genie.Datagrams.Tests;

namespace Genie.Datagrams.LiteNetLib.Tests;

/// <summary>What LiteNetLib cannot honour is not passed over in silence.</summary>
public sealed class OptionTests
{
    private sealed class OtherTime : TimeProvider;

    [Theory]
    [InlineData(nameof(DatagramOptions.Security))]
    [InlineData(nameof(DatagramOptions.Compressors))]
    [InlineData(nameof(DatagramOptions.Conditions))]
    [InlineData(nameof(DatagramOptions.MaxReassemblyBytes))]
    [InlineData(nameof(DatagramOptions.Time))]
    [InlineData(nameof(DatagramOptions.IdleTimeout))]
    public void A_setting_that_it_cannot_honour_is_refused_by_its_name(string option)
    {
        var options = LitePair.Options;
        options = option switch
        {
            nameof(DatagramOptions.Security) => options with { Security = new DatagramSecurity() },
            nameof(DatagramOptions.Compressors) => options with { Compressors = [new BrotliCompressor()] },
            nameof(DatagramOptions.Conditions) => options with { Conditions = Simulation.NetworkConditions.Lan },
            nameof(DatagramOptions.MaxReassemblyBytes) => options with { MaxReassemblyBytes = 1_000 },
            nameof(DatagramOptions.Time) => options with { Time = new OtherTime() },
            _ => options with { IdleTimeout = TimeSpan.FromDays(30) },
        };
        AssertRefused(option, () => DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new RecordingHandler(), options));
        AssertRefused(option, () => DatagramEndpoint.OpenClient(new RecordingHandler(), options));
    }

    [Fact]
    public void An_address_of_IPv6_is_refused() =>
        AssertRefused("address", () => DatagramEndpoint.Listen(new IPEndPoint(IPAddress.IPv6Any, 0), new RecordingHandler(), LitePair.Options));

    private static void AssertRefused(string option, Func<DatagramEndpoint> open)
    {
        var error = Assert.Throws<OptionNotSupportedException>(() => open().Dispose());
        Assert.Equal((option, false), (error.Option, error.IsTransient));
        Assert.Contains("litenetlib", error.Message, StringComparison.Ordinal);
    }
}
