using Genie.Brokers.Conformance;
using Genie.Brokers.Redis.Official;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Brokers.Redis.Tests;

/// <summary>A server that has each command on disk before it answers, and what may then be asked of the driver.</summary>
public sealed class RedisDurableConformanceTests
{
    [SkippableTheory]
    [InlineData("traits-are-complete")]
    [InlineData("confirmation-levels")]
    [InlineData("persisted-sends-survive-server-crash")]
    public async Task Conforms(string check)
    {
        Skip.IfNot(RedisServer.IsInstalled, ServerUnderTest.WhyUnavailable("redis", RedisServer.IsInstalled));
        await using var server = await OwnServer.StartAsync(
            "test-redis-durable", (folder, port) => RedisServer.StartAsync(folder, port, new RedisSettings { SynchronisesAlways = true }, CancellationToken.None));
        var subject = new ConformanceSubject
        {
            Driver = new RedisDriver(),
            Options = new RedisOptions { Url = new Uri($"redis://127.0.0.1:{server.Process.Port}"), Durable = true },
            CrashAndRestartServer = server.CrashAndRestartAsync,
        };
        var result = await ConformanceRunner.RunAsync(ConformanceSuite.Find(check), subject, CancellationToken.None);
        Assert.True(result.Outcome == ConformanceOutcome.Passed, $"{result.Detail} {result.Error}");
    }
}
