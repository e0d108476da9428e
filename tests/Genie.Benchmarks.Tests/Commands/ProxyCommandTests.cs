using System.Net;
using System.Net.Sockets;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Proxy;
using Genie.Faults;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class ProxyCommandTests
{
    [Theory]
    [InlineData("INT")]
    [InlineData("TERM")]
    public async Task It_passes_on_until_a_signal_and_ends_with_code_0(string signal)
    {
        using var server = new TcpListener(IPAddress.Loopback, 0);
        server.Start();
        using var genie = GenieProcess.Start("proxy", "0", $"{((IPEndPoint)server.LocalEndpoint).Port}", "--latency", "20ms", "--seed", "7");
        var line = await genie.WaitForLineAsync("->");
        Assert.Contains("custom, seed 7", line, StringComparison.Ordinal);
        using var client = new TcpClient();
        await client.ConnectAsync(IPEndPoint.Parse(line[..line.IndexOf(' ', StringComparison.Ordinal)]));
        using var accepted = await server.AcceptTcpClientAsync();
        await client.GetStream().WriteAsync(new byte[] { 42 });
        var read = new byte[1];
        await accepted.GetStream().ReadExactlyAsync(read);
        Assert.Equal(42, read[0]);
        await genie.SignalAsync(signal);
        Assert.Contains("bytes-to-server 1", await genie.WaitForLineAsync("connections 1"), StringComparison.Ordinal);
        Assert.Equal(ExitCode.Success, await genie.ExitAsync());
    }

    [Fact]
    public async Task Lines_steer_it()
    {
        await using var proxy = TcpFaultProxy.Start(1);
        var steering = new ProxySteering(proxy);
        Assert.Equal("stall to-server", steering.Do("stall to-server"));
        Assert.Equal(TcpFault.Stall, proxy.Fault);
        Assert.Equal("greet-then-close", steering.Do(" greet-then-close "));
        Assert.Equal(TcpFault.GreetThenClose, proxy.Fault);
        Assert.Equal("healed", steering.Do("heal"));
        Assert.Equal(TcpFault.None, proxy.Fault);
        Assert.Equal("profile mobile", steering.Do("profile mobile"));
        Assert.Equal("latency 35ms", steering.Do("latency 35ms"));
        Assert.Equal("loss 2%", steering.Do("loss 2%"));
        Assert.Equal((TimeSpan.FromMilliseconds(35), 0.02, NetworkProfile.Mobile.Jitter), (proxy.Profile.RoundTrip, proxy.Profile.Loss.Mean, proxy.Profile.Jitter));
        Assert.Equal("nothing came", steering.Do("counts"));
        Assert.Contains("'stall'", steering.Do("stal"), StringComparison.Ordinal);
        Assert.Contains("'to-server'", steering.Do("stall to-sever"), StringComparison.Ordinal);
        Assert.Contains("'mobile'", steering.Do("profile mobil"), StringComparison.Ordinal);
        Assert.Contains("zero-window", steering.Do("help"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Datagrams_are_silenced_and_nothing_else()
    {
        await using var proxy = UdpFaultProxy.Start(1);
        var steering = new ProxySteering(proxy);
        Assert.Equal("silence", steering.Do("silence"));
        Assert.Contains("unknown", steering.Do("reset"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("'contnental'", "0", "4222", "--profile", "contnental")]
    [InlineData("neither PORT nor HOST:PORT", "here", "4222")]
    [InlineData("more than all", "0", "4222", "--loss", "101%")]
    [InlineData("not 0", "0", "0")]
    public async Task Bad_arguments_end_with_code_2(string said, params string[] arguments)
    {
        var (code, _, error) = await GenieRun.RunAsync(["proxy", .. arguments]);
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains(said, error, StringComparison.Ordinal);
    }
}
