using Genie.EventStore.Embedded;
using Genie.EventStore.Projections;
using Genie.Testing;

namespace Genie.EventStore.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public async Task The_examples_append_read_and_project()
    {
        using var temporary = new TemporaryFolder();
        using var timeout = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        Assert.Equal(["Paid"], await RunAsync(temporary.Path, timeout.Token));
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.EventStore/README.md");
    }

    private static async Task<List<string>> RunAsync(string folder, CancellationToken timeout)
    {
        var (run, sender, sequence, payload, seen) = (1UL, 2U, 3UL, new byte[4], new List<string>());
        using var stopping = CancellationTokenSource.CreateLinkedTokenSource(timeout);
        var stop = stopping.Token;
        await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder }, stop);
        var paid = new AppendRequest("account/17", new[] { new NewEvent("Paid", payload) }) { ExpectedVersion = 0, Key = new RequestKey(run, sender, sequence) };
        var result = await store.AppendAsync(paid, stop);                     // on disk; the same key again appends nothing and gets the same answer
        await foreach (var each in store.ReadStreamAsync("account/17", 1, stop)) Console.WriteLine($"{each.Version} {each.Type}");
        Assert.Equal(1, result.LastVersion);
        var balances = new ProjectionRunner(store, "balances", (each, token) => ApplyAsync(each, token));
        await balances.RunAsync(stop);
        return seen;

        ValueTask ApplyAsync(RecordedEvent each, CancellationToken token)
        {
            Assert.False(token.IsCancellationRequested);
            seen.Add(each.Type);
            stopping.Cancel();
            return ValueTask.CompletedTask;
        }
    }
}
