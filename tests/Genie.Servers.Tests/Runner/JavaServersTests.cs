using Genie.Testing.Runner;

namespace Genie.Servers.Tests.Runner;

public sealed class JavaServersTests
{
    [Fact]
    public void Java_servers_of_tests_are_compiled_quickly_unless_the_user_says_otherwise()
    {
        Dictionary<string, string?> environment = [];
        JavaServers.Tell(environment);
        Assert.Equal("-XX:TieredStopAtLevel=1 -XX:-UsePerfData", environment[JavaServers.Variable]);
        environment[JavaServers.Variable] = "-Xint";
        JavaServers.Tell(environment);
        Assert.Equal("-Xint", environment[JavaServers.Variable]);
    }
}
