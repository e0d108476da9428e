using System.Buffers;
using System.Collections.Concurrent;
using Genie.EventStore;
using Genie.Grains;
using Genie.Workload;
using Genie.Workload.Grains;

namespace Genie.Crashes.Tests.Silos;

/// <summary>Senders that ask parties' grains without pause, each request until it is answered, and know what must be in the store then.</summary>
/// <param name="senders">How many.</param>
/// <param name="workload">Writes requests, has grains handle them, and judges answers.</param>
internal sealed class PartyLoad(int senders, IWorkload workload)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private readonly long[] _answered = new long[senders];
    private readonly ConcurrentDictionary<string, int> _failures = new(StringComparer.Ordinal);
    private volatile bool _isFinished;

    /// <summary>Requests that were answered.</summary>
    public long Answered => Enumerable.Range(0, senders).Sum(sender => Interlocked.Read(ref _answered[sender]));

    /// <summary>Calls that ended with an error and were made again.</summary>
    public int Failed => _failures.Values.Sum();

    /// <summary>The errors, and how often.</summary>
    public string Failures => string.Join('\n', _failures.Select(each => $"{each.Value} times {each.Key}"));

    public void Finish() => _isFinished = true;

    public Task RunAsync(CancellationToken cancellationToken) => Task.WhenAll(Enumerable.Range(0, senders).Select(sender => Task.Run(() => SendAsync(sender, cancellationToken), cancellationToken)));

    /// <summary>Waits until each sender has had so many more answers, or for what ends the senders.</summary>
    public async Task AnswersAsync(int more, Task running, CancellationToken cancellationToken)
    {
        var wanted = _answered.Select(answered => answered + more).ToArray();
        while (Enumerable.Range(0, senders).Any(sender => Interlocked.Read(ref _answered[sender]) < wanted[sender]))
        {
            if (running.IsCompleted) await running;
            await Task.Delay(20, cancellationToken);
        }
    }

    /// <summary>Each answered request took effect, and none twice.</summary>
    public async Task AssertEffectsAsync(IEventStore store, ulong run, CancellationToken cancellationToken)
    {
        var effects = await EffectAudit.ReadAsync(store, run, 0, cancellationToken);
        Assert.Equal((Answered, 0), (effects.Delivered, effects.Duplicated));
    }

    private async Task SendAsync(int sender, CancellationToken cancellationToken)
    {
        var (request, answer) = (new ArrayBufferWriter<byte>(), new ArrayBufferWriter<byte>());
        for (ulong sequence = 0; !_isFinished; sequence++)
        {
            request.ResetWrittenCount();
            workload.WriteRequest((uint)sender, sequence, request);
            while (!await TryAskAsync(request, answer, cancellationToken)) await Task.Delay(Pause, cancellationToken);
            Assert.True(workload.IsRightAnswer((uint)sender, sequence, answer.WrittenSpan), $"the answer to request {sequence} of sender {sender} is wrong");
            Interlocked.Increment(ref _answered[sender]);
        }
    }

    private async Task<bool> TryAskAsync(ArrayBufferWriter<byte> request, ArrayBufferWriter<byte> answer, CancellationToken cancellationToken)
    {
        answer.ResetWrittenCount();
        try
        {
            await workload.HandleAsync(new ReadOnlySequence<byte>(request.WrittenMemory), answer, cancellationToken);
            return true;
        }
        catch (Exception error) when (error is GrainException { IsTransient: true } or VersionConflictException)
        {
            _failures.AddOrUpdate($"{error.GetType().Name}: {error.InnerException?.GetType().Name} {error.InnerException?.Message}", 1, static (_, times) => times + 1);
            return false;
        }
    }
}
