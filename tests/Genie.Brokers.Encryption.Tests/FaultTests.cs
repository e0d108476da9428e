using System.Buffers.Binary;
using System.Collections.Concurrent;
using Genie.Brokers.InMemory;
using Genie.Brokers.InMemory.Faults;
using Genie.Genuine.Identities;
using Xunit.Abstractions;

namespace Genie.Brokers.Encryption.Tests;

/// <summary>A system that loses, doubles, reorders and damages messages does not break a session, and nothing is handled twice.</summary>
public sealed class FaultTests(ITestOutputHelper output)
{
    private const int Messages = 2_000;

    [Fact]
    public async Task A_session_survives_loss_duplicates_reorder_and_damage()
    {
        var seed = (long)Environment.TickCount;
        output.WriteLine($"seed {seed}");
        using var identity = IdentityKeyPair.Generate();
        var faults = new FaultPlan
        {
            Seed = seed,
            LossPerMillion = 20_000,
            DuplicatePerMillion = 20_000,
            ReorderPerMillion = 20_000,
            CorruptPerMillion = 20_000,

            // The greeting and its answer.
            Positions = Enumerable.Range(0, 2).ToDictionary(static position => (long)position, static _ => FaultKind.None),
        };
        var injected = new InMemoryBroker(new InMemoryOptions(), faults);
        await using var broker = new EncryptedBroker(injected, new EncryptionOptions { Identity = identity, Listener = identity.Public });
        var handled = new ConcurrentDictionary<int, int>();
        await using var listener = await broker.ListenAsync("faults", new ListenOptions(), (message, _, _) =>
        {
            handled.AddOrUpdate(BinaryPrimitives.ReadInt32LittleEndian(message.FirstSpan), 1, static (_, times) => times + 1);
            return ValueTask.CompletedTask;
        }, default);
        await using var connection = await broker.ConnectAsync("faults", new ConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(30) }, default);
        for (var i = 0; i < Messages; i++) await connection.SendAsync(BitConverter.GetBytes(i), default);
        await connection.FlushAsync(default);
        await UntilAsync(async () =>
        {
            try
            {
                (await connection.RequestAsync(BitConverter.GetBytes(-1), default)).Dispose();
                return true;
            }
            catch (BrokerException)
            {
                return false;
            }
        });

        output.WriteLine($"{string.Join(", ", Enum.GetValues<FaultKind>().Select(kind => $"{injected.Faults!.Injected(kind)} {kind}"))}; {broker.Refused} refused, {handled.Count} handled");
        Assert.All(handled.Where(pair => pair.Key >= 0), pair => Assert.Equal(1, pair.Value));
        Assert.True(handled.Count(pair => pair.Key >= 0) >= Messages * 0.9);
        Assert.True(broker.Refused > 0);
    }

    private static async Task UntilAsync(Func<Task<bool>> done)
    {
        for (var attempt = 0; attempt < 50; attempt++)
        {
            if (await done()) return;
        }

        Assert.Fail("The session broke: no request was answered any more.");
    }
}
