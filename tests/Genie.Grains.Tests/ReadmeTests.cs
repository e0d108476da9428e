using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Testing;

namespace Genie.Grains.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public async Task The_examples_account_is_there_again_after_a_restart()
    {
        using var temporary = new TemporaryFolder();
        Assert.Equal(250, await PayAsync(temporary.Path, CancellationToken.None));
        Assert.Equal(500, await PayAsync(temporary.Path, CancellationToken.None));
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Grains/README.md");
    }

    private static async Task<long> PayAsync(string folder, CancellationToken stop)
    {
        await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder }, stop);
        await using var runtime = new GrainRuntime();
        var accounts = runtime.Register<int, long>("account", key => new Account(key, store));
        var balance = await accounts.CallAsync("17", 250, stop);              // one message at a time for each key; what it throws is thrown here
        return balance;
    }

    internal sealed class Account(string key, IEventStore store) : Grain<int, long>
    {
        private long _balance;
        private long _version;

        protected override async ValueTask ActivateAsync(GrainCall call)  // before its first message, and again after it was idle
        {
            await foreach (var paid in store.ReadStreamAsync($"account/{key}", 1, call.Token))
                (_balance, _version) = (_balance + BitConverter.ToInt32(paid.Payload.Span), paid.Version);
        }

        protected override async ValueTask<long> HandleAsync(int message, GrainCall call)
        {
            var paid = new NewEvent("Paid", BitConverter.GetBytes(message));
            await store.AppendAsync(new AppendRequest($"account/{key}", new[] { paid }) { ExpectedVersion = _version }, call.Token);
            _version++;                                                   // on disk, or an exception: the next incarnation reads what is there
            return _balance += message;
        }
    }
}
