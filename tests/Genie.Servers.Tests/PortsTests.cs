using System.Globalization;
using Genie.Testing;

namespace Genie.Servers.Tests;

public sealed class PortsTests
{
    [Fact]
    public void A_servers_port_is_never_one_that_an_outgoing_connection_could_be_given()
    {
        const string Range = "/proc/sys/net/ipv4/ip_local_port_range";
        var first = File.Exists(Range) ? int.Parse(File.ReadAllText(Range).Split('\t')[0], CultureInfo.InvariantCulture) : 49_152;
        for (var i = 0; i < 200; i++) Assert.InRange(Ports.PickFree(), 1024, first - 1);
    }

    [Fact]
    public void The_preferred_port_is_taken_where_nothing_listens()
    {
        var port = Ports.PickFree();
        Assert.Equal(port, Ports.PickFree(port));
        using var taken = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, port);
        taken.Start();
        Assert.NotEqual(port, Ports.PickFree(port));
    }

    [SkippableFact]
    public async Task A_port_that_another_process_was_given_is_given_to_nobody_until_it_ends()
    {
        Skip.If(OperatingSystem.IsMacOS(), "macOS has no locks of parts of files for .NET");
        var port = 0;
        await using (var other = await OtherProcess.StartAsync(typeof(OtherGenie), OtherGenie.Ready, OtherGenie.PicksPorts, "1"))
        {
            port = int.Parse((await other.Output.ReadLineAsync())!, CultureInfo.InvariantCulture);
            Assert.False(Ports.IsListening(port));
            Assert.NotEqual(port, Ports.PickFree(port));
            await other.KillAsync();
        }

        Assert.Equal(port, Ports.PickFree(port));
    }

    [SkippableFact]
    public async Task Ports_in_a_row_are_all_kept_from_others()
    {
        const int Count = 50;
        Skip.If(OperatingSystem.IsMacOS(), "macOS has no locks of parts of files for .NET");
        var first = Ports.PickFreeRange(Count);
        Assert.NotInRange(Ports.PickFreeRange(Count), first - Count + 1, first + Count - 1);
        await using var other = await OtherProcess.StartAsync(typeof(OtherGenie), OtherGenie.Ready, OtherGenie.PicksPorts, "2000");
        for (var i = 0; i < 2000; i++) Assert.NotInRange(int.Parse((await other.Output.ReadLineAsync())!, CultureInfo.InvariantCulture), first, first + Count - 1);
    }

    [SkippableFact]
    public async Task Processes_that_pick_ports_at_once_are_never_given_the_same()
    {
        // A twentieth of all there are each: by chance alone some fifty would meet.
        const int Count = 1000;
        Skip.If(OperatingSystem.IsMacOS(), "macOS has no locks of parts of files for .NET");
        var others = await Task.WhenAll(Enumerable.Range(0, 2).Select(_ => OtherProcess.StartAsync(typeof(OtherGenie), OtherGenie.Ready, OtherGenie.PicksPorts, $"{Count}")));
        List<string?> ports = [];
        foreach (var other in others)
        {
            for (var i = 0; i < Count; i++) ports.Add(await other.Output.ReadLineAsync());
        }

        foreach (var other in others) await other.DisposeAsync();
        Assert.DoesNotContain(null, ports);
        Assert.Equal(2 * Count, ports.Distinct().Count());
    }
}
