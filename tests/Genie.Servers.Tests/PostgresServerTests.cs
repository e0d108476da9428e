using Genie.Testing;

namespace Genie.Servers.Tests;

public sealed class PostgresServerTests
{
    [SkippableTheory]
    [InlineData(0)]
    [InlineData(300)]
    public async Task A_cluster_whose_creation_was_interrupted_is_created_anew(int milliseconds)
    {
        var unavailable = ServerUnderTest.WhyUnavailable("postgres", PostgresServer.IsInstalled);
        Skip.If(unavailable is not null, unavailable);
        using var folder = new TemporaryFolder();
        using (var interruption = new CancellationTokenSource(milliseconds))
        {
            // On a quick machine it may be complete by then, which is as well.
            try
            {
                await using var _ = await PostgresServer.StartAsync(folder.Path, Ports.PickFree(), interruption.Token);
            }
            catch (OperationCanceledException)
            {
                Assert.True(interruption.IsCancellationRequested);
            }
        }

        await using var server = await PostgresServer.StartAsync(folder.Path, Ports.PickFree(), CancellationToken.None);
        Assert.True(Ports.IsListening(server.Port));
    }
}
