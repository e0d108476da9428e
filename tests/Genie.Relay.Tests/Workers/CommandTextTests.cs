using Genie.Relay.Configuration;
using Genie.Relay.Workers;

namespace Genie.Relay.Tests.Workers;

public sealed class CommandTextTests
{
    [Theory]
    [InlineData("a b  c", "a|b|c")]
    [InlineData("a 'b c' d", "a|b c|d")]
    [InlineData("a \"b 'c'\" d", "a|b 'c'|d")]
    [InlineData("a\\ b '\\' \"\\\"\"", "a b|\\|\"")]
    [InlineData("a ''", "a|")]
    [InlineData("", "")]
    public void A_command_is_split_as_a_shell_would(string text, string words) => Assert.Equal(words, string.Join('|', CommandText.Split(text)));

    [Fact]
    public void Names_in_braces_are_replaced()
    {
        var workers = new WorkerOptions { Command = ["x", "{socket}"], StartPort = 9000, PoolSize = 4 };
        var address = WorkerAddress.Of(2, workers, "/sockets");
        Assert.Equal("9002 /sockets/worker-2.sock 9102 /metrics 4 2 {else}", CommandText.Expand("{port} {socket} {metrics_port} {metrics_path} {pool_size} {worker} {else}", workers, address));
    }
}
