using System.Diagnostics;
using Genie.Benchmarks.Load.Pacing;
using Genie.Benchmarks.Measurement;
using Genie.Brokers;
using Genie.Brokers.Frame;
using Genie.Brokers.Ledger;
using Genie.Workload;

namespace Genie.Benchmarks.Load;

/// <summary>
/// One request in flight, again and again: build, send, await, validate. It keeps its message, so that nothing is allocated per request.
/// </summary>
/// <param name="connection">A connection that several may share.</param>
/// <param name="ledger">Where wrong answers are booked.</param>
/// <param name="workload">Makes requests and judges answers.</param>
/// <param name="recorder">Where latencies go.</param>
/// <param name="errors">Where errors go.</param>
/// <param name="isAlone">True if no other sender runs in this process.</param>
internal sealed class RoundTripSender(
    LedgeredConnection connection, SentLedger ledger, IWorkload workload, LatencyRecorder recorder, ErrorNotes errors, bool isAlone)
{
    // A link that is down fails requests at once; a pause keeps that from becoming a busy loop.
    private static readonly TimeSpan PauseAfterError = TimeSpan.FromMilliseconds(20);

    private readonly LedgeredMessage _message = connection.CreateMessage();
    private readonly ReusableWaiter _waiter = new();
    private bool _answeredAtOnce;

    /// <summary>Which request is under way, or was the last.</summary>
    public MessageFrame Frame => _message.Frame;

    /// <summary>When its last request ended.</summary>
    public long EndTimestamp { get; private set; }

    /// <summary>Runs until the clock ends the phase.</summary>
    public async Task RunAsync(SendClock clock)
    {
        while (true)
        {
            var start = await clock.NextAsync(_waiter).ConfigureAwait(false);
            if (start < 0) return;

            // Answers that need no wait let a sender keep its thread; the others' waiting must count as theirs, so it
            // queues for the processor once a request, inside of its measured time.
            if (_answeredAtOnce && !isAlone) await Task.Yield();
            try
            {
                await RequestAsync(start).ConfigureAwait(false);
                EndTimestamp = Stopwatch.GetTimestamp();
                recorder.RecordBetween(start, EndTimestamp);
            }
            catch (Exception error) when (error is BrokerException or ObjectDisposedException)
            {
                EndTimestamp = Stopwatch.GetTimestamp();
                errors.Add(error);
                await Task.Delay(PauseAfterError).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Makes one request and validates its answer.</summary>
    /// <exception cref="BrokerException">It was not answered, or not rightly.</exception>
    [System.Runtime.CompilerServices.AsyncMethodBuilder(typeof(System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask RequestAsync(long intendedTimestamp)
    {
        _message.Begin(LatencyRecorder.ToNanoseconds(intendedTimestamp));
        var (sender, sequence) = (_message.Frame.Sender, _message.Frame.Sequence);
        workload.WriteRequest(sender, sequence, _message);
        var answer = connection.RequestAsync(_message, CancellationToken.None);
        _answeredAtOnce = answer.IsCompleted;
        using var reply = await answer.ConfigureAwait(false);
        if (workload.IsRightAnswer(sender, sequence, reply.Payload.Span)) return;
        ledger.CountError();
        throw new BrokerException($"The answer to request {sequence} of sender {sender} is intact but wrong.", isTransient: false);
    }
}
