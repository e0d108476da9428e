using System.Collections.Concurrent;
using Genie.EventStore;

namespace Genie.Grains.Orleans.Tests;

/// <summary>Senders that pay until they are told to finish, each payment until it is confirmed, and know what must be in the store then.</summary>
/// <param name="senders">How many.</param>
/// <param name="keys">Accounts that each of them pays to, one after the other.</param>
/// <param name="kinds">Where they call; each call takes the next.</param>
internal sealed class PaymentLoad(int senders, int keys, IGrainKind<Payment, Balance>[] kinds)
{
    private readonly ConcurrentDictionary<string, byte> _served = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<RequestKey, string> _confirmed = new();
    private readonly ConcurrentQueue<string> _failures = new();
    private int _conflicts;
    private volatile bool _isFinished;

    /// <summary>Payments that were answered.</summary>
    public int Confirmed => _confirmed.Count;

    /// <summary>Errors after which a payment was made again, but for <see cref="Conflicts"/>.</summary>
    public IEnumerable<string> Failures => _failures;

    /// <summary>Answers of an activation that was not the only one.</summary>
    public int Conflicts => Volatile.Read(ref _conflicts);

    /// <summary>Who answered since the last <see cref="ForgetHosts"/>.</summary>
    public ConcurrentDictionary<string, byte> Hosts { get; } = new(StringComparer.Ordinal);

    /// <summary>Accounts that answered since the last <see cref="ForgetHosts"/>.</summary>
    public int KeysServed => _served.Count;

    public void ForgetHosts()
    {
        Hosts.Clear();
        _served.Clear();
    }

    public void Finish() => _isFinished = true;

    public Task RunAsync(CancellationToken cancellationToken) => Task.WhenAll(Enumerable.Range(0, senders).Select(sender => Task.Run(() => SendAsync((uint)sender, cancellationToken), cancellationToken)));

    /// <summary>Waits for a condition, or for what ends the senders.</summary>
    public static async Task UntilAsync(Func<bool> isMet, Task running, CancellationToken cancellationToken)
    {
        while (!isMet())
        {
            if (running.IsCompleted) await running;
            await Task.Delay(20, cancellationToken);
        }
    }

    /// <summary>Each confirmed payment is in the store, and none is there twice.</summary>
    public async Task AssertEffectsAsync(IEventStore store, CancellationToken cancellationToken)
    {
        var effects = new HashSet<RequestKey>();
        await foreach (var each in store.ReadAllAsync(0, cancellationToken))
        {
            Assert.True(effects.Add(each.Key!.Value), $"{each.Key} took effect twice, at last in version {each.Version} of {each.Stream}");
            if (_confirmed.TryGetValue(each.Key!.Value, out var key)) Assert.Equal(Account.StreamOf(key), each.Stream);
        }

        Assert.Empty(_confirmed.Keys.Except(effects));
        Assert.Equal(_confirmed.Count, effects.Count);
    }

    private async Task SendAsync(uint sender, CancellationToken cancellationToken)
    {
        for (ulong sequence = 0; !_isFinished; sequence++)
        {
            var key = $"{sequence % (ulong)keys}";
            var host = await PayAsync(key, new Payment(sender, sequence, 1), cancellationToken);
            _confirmed[new RequestKey(1, sender, sequence)] = key;
            Hosts[host] = 0;
            _served[key] = 0;
        }
    }

    private async Task<string> PayAsync(string key, Payment payment, CancellationToken cancellationToken)
    {
        for (var attempt = (payment.Sequence / (ulong)keys) + payment.Sender; ; attempt++)
        {
            try
            {
                return (await kinds[attempt % (ulong)kinds.Length].CallAsync(key, payment, cancellationToken)).Host;
            }
            catch (GrainException error) when (error.IsTransient)
            {
                _failures.Enqueue(error.ToString());
                await Task.Delay(50, cancellationToken);
            }
            catch (VersionConflictException)
            {
                Interlocked.Increment(ref _conflicts);
            }
        }
    }
}
