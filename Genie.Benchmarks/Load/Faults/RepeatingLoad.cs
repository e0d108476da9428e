using System.Collections.Concurrent;
using System.Diagnostics;

namespace Genie.Benchmarks.Load.Faults;

/// <summary>Senders that ask one request after the other, each until it is answered, and know what must have taken effect then.</summary>
/// <param name="senders">How many.</param>
/// <param name="pause">How long each waits between an answer and its next request.</param>
internal abstract class RepeatingLoad(int senders, TimeSpan pause)
{
    private static readonly TimeSpan RetryPause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(20);

    private readonly long[] _answered = new long[senders];
    private readonly ConcurrentDictionary<string, int> _errors = new(StringComparer.Ordinal);
    private readonly Lock _lock = new();
    private volatile bool _isFinished;
    private long _lastAnswer = Stopwatch.GetTimestamp();
    private TimeSpan _silence;
    private TimeSpan _longestRequest;

    /// <summary>Requests that were answered.</summary>
    public long Answered => Enumerable.Range(0, senders).Sum(AnsweredOf);

    /// <summary>Calls that ended with an error, and were made again.</summary>
    public int Repeated => _errors.Values.Sum();

    /// <summary>The errors, and how often.</summary>
    public IReadOnlyDictionary<string, int> Errors => _errors;

    /// <summary>The longest time in which nobody was answered, and the longest that a request took, since <see cref="BeginWatch"/>.</summary>
    public (TimeSpan Silence, TimeSpan LongestRequest) Watched
    {
        get
        {
            lock (_lock) return (_silence, _longestRequest);
        }
    }

    /// <summary>Lets senders end with the answers to what is under way.</summary>
    public void Finish() => _isFinished = true;

    /// <summary>Times without answers count from now on.</summary>
    public void BeginWatch()
    {
        lock (_lock) (_silence, _longestRequest, _lastAnswer) = (TimeSpan.Zero, TimeSpan.Zero, Stopwatch.GetTimestamp());
    }

    /// <summary>Sends until <see cref="Finish"/>.</summary>
    /// <exception cref="InvalidDataException">An answer is wrong.</exception>
    public Task RunAsync(CancellationToken cancellationToken) =>
        Task.WhenAll(Enumerable.Range(0, senders).Select(sender => Task.Run(() => SendAsync(sender, cancellationToken), cancellationToken)));

    /// <summary>Waits until each sender has had so many more answers, or for what ends the senders.</summary>
    public async Task AnswersAsync(int more, Task running, CancellationToken cancellationToken)
    {
        var wanted = Enumerable.Range(0, senders).Select(sender => AnsweredOf(sender) + more).ToArray();
        while (Enumerable.Range(0, senders).Any(sender => AnsweredOf(sender) < wanted[sender]))
        {
            if (running.IsCompleted) await running.ConfigureAwait(false);
            await Task.Delay(Poll, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Requests of one sender that were answered: all of its numbers below this.</summary>
    public long AnsweredOf(int sender) => Interlocked.Read(ref _answered[sender]);

    /// <summary>Makes a request, again or for the first time.</summary>
    /// <returns>False if it ended with an error that <see cref="NoteError"/> was told of, and is to be made again.</returns>
    /// <exception cref="InvalidDataException">The answer is wrong.</exception>
    protected abstract Task<bool> TryAskAsync(int sender, ulong sequence, CancellationToken cancellationToken);

    /// <summary>Counts an error.</summary>
    protected void NoteError(string error) => _errors.AddOrUpdate(error, 1, static (_, times) => times + 1);

    private async Task SendAsync(int sender, CancellationToken cancellationToken)
    {
        for (ulong sequence = 0; !_isFinished; sequence++)
        {
            var begin = Stopwatch.GetTimestamp();
            while (!await TryAskAsync(sender, sequence, cancellationToken).ConfigureAwait(false)) await Task.Delay(RetryPause, cancellationToken).ConfigureAwait(false);
            Note(begin);
            Interlocked.Increment(ref _answered[sender]);
            if (pause > TimeSpan.Zero) await Task.Delay(pause, cancellationToken).ConfigureAwait(false);
        }
    }

    private void Note(long begin)
    {
        lock (_lock)
        {
            var now = Stopwatch.GetTimestamp();
            var (silence, request) = (Stopwatch.GetElapsedTime(_lastAnswer, now), Stopwatch.GetElapsedTime(begin, now));
            _lastAnswer = now;
            if (silence > _silence) _silence = silence;
            if (request > _longestRequest) _longestRequest = request;
        }
    }
}
