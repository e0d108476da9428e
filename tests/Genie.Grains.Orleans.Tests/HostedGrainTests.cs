using System.Globalization;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Testing;

namespace Genie.Grains.Orleans.Tests;

/// <summary>One grain, two hosts: what a caller sees is the same.</summary>
public sealed class HostedGrainTests : IDisposable
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(120);

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Callers_see_the_same_in_one_process_and_in_a_silo()
    {
        await using var store = await OpenAsync();
        await using var runtime = new GrainRuntime();
        await using var cluster = await TestCluster.StartAsync(1, store);
        var embedded = await TranscriptAsync(runtime.Register<Payment, Balance>(Account.Kind, key => new Account(key, store, "")), "embedded");
        var hosted = await TranscriptAsync(cluster.Accounts, "hosted");
        Assert.Equal(embedded, hosted);
        Assert.Contains("GrainRefusalException False An account pays nothing out.", hosted);
        Assert.Contains("InvalidDataException 13", hosted);
        Assert.Contains("GrainDeadlineException True", hosted.Select(line => line.Split(" The")[0]));
        Assert.Contains("300 24", hosted);
    }

    [Fact]
    public async Task Deactivation_saves_a_snapshot_after_what_was_sent()
    {
        await using var store = await OpenAsync();
        await using var cluster = await TestCluster.StartAsync(1, store);
        for (ulong i = 0; i < 50; i++) await cluster.Accounts.SendAsync("a", new Payment(1, i, 2), CancellationToken.None);
        await cluster.Client.GetGrain<IManagementGrain>(0).ForceActivationCollection(TimeSpan.Zero);
        using var stop = new CancellationTokenSource(Timeout);
        while (await store.LoadSnapshotAsync(Account.StreamOf("a"), stop.Token) is null) await Task.Delay(20, stop.Token);
        Assert.Equal(50, (await store.LoadSnapshotAsync(Account.StreamOf("a"), stop.Token))!.Version);
        Assert.Equal(101, (await cluster.Accounts.CallAsync("a", new Payment(1, 50, 1), stop.Token)).Amount);
    }

    [Fact]
    public async Task An_error_whose_cause_is_of_a_library_that_Orleans_does_not_know_reaches_the_caller()
    {
        await using var store = await OpenAsync();
        await using var cluster = await TestCluster.StartAsync(1, store);
        var error = await Assert.ThrowsAsync<GrainException>(() => cluster.Accounts.CallAsync("a", new Payment(1, 1, Account.CausedAmount), CancellationToken.None).AsTask().WaitAsync(Timeout));
        Assert.True(error is { IsTransient: true, Message: "caused elsewhere", InnerException: not null }, $"{error}");
    }

    [Fact]
    public async Task A_kind_that_no_silo_has_is_an_error()
    {
        await using var store = await OpenAsync();
        await using var cluster = await TestCluster.StartAsync(1, store);
        await Assert.ThrowsAnyAsync<Exception>(() => cluster.Client.GetGrainKind<Payment, Balance>("unknown").CallAsync("a", default, CancellationToken.None).AsTask().WaitAsync(Timeout));
    }

    /// <summary>What a sender of calls and messages gets from a kind, line by line.</summary>
    private static async Task<List<string>> TranscriptAsync(IGrainKind<Payment, Balance> accounts, string key)
    {
        List<string> lines = [accounts.Name];
        ulong sequence = 0;
        for (var i = 0; i < 20; i++) await accounts.SendAsync(key, Next(10), CancellationToken.None);
        await NoteAsync(Next(50), CancellationToken.None);
        await NoteAsync(Next(-1), CancellationToken.None);
        await NoteAsync(Next(Account.UnluckyAmount), CancellationToken.None);
        await NoteAsync(Next(20), CancellationToken.None);
        await NoteAsync(Next(30) with { Sequence = sequence - 2 }, CancellationToken.None);
        await NoteAsync(Next(30), new CancellationToken(canceled: true));
        using var past = GrainCall.WithDeadline(TimeSpan.Zero, TimeProvider.System, CancellationToken.None);
        while (!past.Token.IsCancellationRequested) await Task.Delay(1);
        await NoteCallAsync(Next(30), past);
        await accounts.SendAsync(key, Next(Account.UnluckyAmount), CancellationToken.None);
        await NoteAsync(Next(10), CancellationToken.None);
        await NoteAsync(Next(20), CancellationToken.None);
        return lines;

        Payment Next(int amount) => new(1, sequence++, amount);

        Task NoteAsync(Payment payment, CancellationToken cancellationToken) => NoteCallAsync(payment, GrainCall.With(cancellationToken));

        async Task NoteCallAsync(Payment payment, GrainCall call)
        {
            try
            {
                var balance = await accounts.CallAsync(key, payment, call).AsTask().WaitAsync(Timeout);
                lines.Add(string.Create(CultureInfo.InvariantCulture, $"{balance.Amount} {balance.Version}"));
            }
            catch (GrainException error)
            {
                lines.Add($"{error.GetType().Name} {error.IsTransient} {error.Message.Replace(key, "KEY", StringComparison.Ordinal)}");
            }
            catch (Exception error)
            {
                lines.Add($"{error.GetType().Name} {error.Message}");
            }
        }
    }

    private async Task<IEventStore> OpenAsync() => await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = _folder.Path, SegmentBytes = 1 << 18 }, CancellationToken.None);
}
