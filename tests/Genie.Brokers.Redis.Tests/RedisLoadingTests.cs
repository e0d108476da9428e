using System.Diagnostics;
using Genie.Brokers.Redis.Official;
using Genie.Servers;
using Genie.Testing;
using StackExchange.Redis;

namespace Genie.Brokers.Redis.Tests;

/// <summary>A server that listens and is loading its data.</summary>
public sealed class RedisLoadingTests
{
    private const int Keys = 2100;

    // Loads a key in 0.4 ms, and answers its clients after each 1,024 of them.
    private const string SlowToLoad = "key-load-delay 400";

    [SkippableFact]
    public async Task A_link_to_a_server_that_is_loading_its_data_is_there_as_soon_as_it_has()
    {
        var unavailable = ServerUnderTest.WhyUnavailable("redis", RedisServer.IsInstalled);
        Skip.If(unavailable is not null, unavailable);
        await using var own = await OwnServer.StartAsync("test-redis", (folder, port) =>
            RedisServer.StartAsync(folder, port, new RedisSettings { Password = RedisServerFixture.Password, Configuration = SlowToLoad }, CancellationToken.None));
        var settings = new ConfigurationOptions { EndPoints = { { "127.0.0.1", own.Process.Port } }, Password = RedisServerFixture.Password, AllowAdmin = true };
        await using (var library = await ConnectionMultiplexer.ConnectAsync(settings))
        {
            var database = library.GetDatabase();
            await Task.WhenAll(Enumerable.Range(0, Keys).Select(key => database.StringSetAsync($"{key}", "value")));
        }

        await own.KillAsync();
        await own.StartAgainAsync(CancellationToken.None);
        var begun = Stopwatch.GetTimestamp();
        await using var broker = new RedisBroker(new RedisOptions { Url = RedisServerFixture.UrlOf("redis", own.Process.Port, RedisServerFixture.Password) });
        await using var connection = await broker.ConnectAsync("orders", new ConnectionOptions(), default);
        var elapsed = Stopwatch.GetElapsedTime(begun);
        Assert.True(elapsed < TimeSpan.FromSeconds(5), $"connected after {elapsed.TotalSeconds:0.0} s");
    }
}
