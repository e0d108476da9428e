namespace Genie.Benchmarks.Tests.Commands.Serve;

public sealed class ServeCommandTests
{
    [Fact]
    public async Task Ctrl_C_ends_it_in_order()
    {
        using var genie = GenieProcess.Start("serve", "--stages", "transport", "--url", "http://127.0.0.1:0");
        await genie.WaitForLineAsync("Listening on http://127.0.0.1:");

        await genie.PressCtrlCAsync();

        Assert.Equal(0, await genie.ExitAsync());
    }

    [Fact]
    public async Task A_signal_that_comes_twice_at_once_as_timeout_sends_it_ends_it_in_order()
    {
        using var genie = GenieProcess.Start("serve", "--stages", "transport", "--url", "http://127.0.0.1:0");
        await genie.WaitForLineAsync("Listening on http://127.0.0.1:");

        await genie.SignalAsync("TERM", times: 2);

        Assert.Equal(0, await genie.ExitAsync());
    }

    [Theory]
    [InlineData("serve", "natz")]
    [InlineData("serve", "--url", "ftp://host")]
    [InlineData("serve", "--in-flight", "0")]
    public async Task Bad_arguments_are_told(params string[] arguments)
    {
        var (code, _, error) = await GenieRun.RunAsync(arguments);

        Assert.Equal(2, code);
        Assert.NotEmpty(error);
    }
}
