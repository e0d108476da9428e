using System.Diagnostics;
using Genie.Benchmarks.Load.Pacing;
using Genie.Benchmarks.Measurement;
using Genie.Brokers;
using Genie.Brokers.Ledger;
using Genie.Workload;

namespace Genie.Benchmarks.Load;

/// <summary>
/// Sends without awaiting answers, as the one sender of its connection, so that the order of sending is the order of the
/// sequences. Up to a window of messages await their confirmation at once.
/// </summary>
internal sealed class Publisher
{
    // Often enough to let readers run where sending never waits, seldom enough to cost nothing.
    private const int Batch = 64;
    private static readonly TimeSpan PauseAfterError = TimeSpan.FromMilliseconds(20);

    private readonly LedgeredConnection _connection;
    private readonly IWorkload _workload;
    private readonly LatencyRecorder _recorder;
    private readonly ErrorNotes _errors;
    private readonly BacklogGate _gate;
    private readonly SendWindow _window;
    private readonly ReusableWaiter _waiter = new();
    private volatile bool _failing;

    /// <summary>A publisher that has sent nothing.</summary>
    /// <param name="connection">Its connection.</param>
    /// <param name="window">Messages awaiting confirmation at once.</param>
    /// <param name="workload">Makes the messages.</param>
    /// <param name="recorder">Where times to confirmation go.</param>
    /// <param name="errors">Where errors go.</param>
    /// <param name="gate">Keeps it from outrunning the worker.</param>
    public Publisher(LedgeredConnection connection, int window, IWorkload workload, LatencyRecorder recorder, ErrorNotes errors, BacklogGate gate)
    {
        _connection = connection;
        _workload = workload;
        _recorder = recorder;
        _errors = errors;
        _gate = gate;
        _window = new SendWindow(window, connection.CreateMessage(), Completed);
    }

    /// <summary>Messages handed to the driver; steady once <see cref="RunAsync"/> has ended.</summary>
    public long Sent { get; private set; }

    /// <summary>Runs until the clock ends the phase and everything sent was confirmed.</summary>
    public async Task RunAsync(SendClock clock)
    {
        while (await SendBatchAsync(clock).ConfigureAwait(false))
        {
            await Task.Yield();
            if (!_failing) continue;
            _failing = false;
            await Task.Delay(PauseAfterError).ConfigureAwait(false);
        }

        await _window.WaitForAllAsync().ConfigureAwait(false);
    }

    private async ValueTask<bool> SendBatchAsync(SendClock clock)
    {
        await _gate.TakeAsync(_waiter, Batch).ConfigureAwait(false);
        for (var i = 0; i < Batch && !_failing; i++)
        {
            await _window.WaitForOneAsync().ConfigureAwait(false);
            var start = await clock.NextAsync(_waiter).ConfigureAwait(false);
            if (start < 0) return false;
            Send(_window.Take(), start);
        }

        return true;
    }

    private void Send(PendingSend place, long start)
    {
        place.Message.Begin(LatencyRecorder.ToNanoseconds(start));
        _workload.WriteRequest(place.Message.Frame.Sender, place.Message.Frame.Sequence, place.Message);
        Sent++;
        ValueTask send;
        try
        {
            send = _connection.SendAsync(place.Message, CancellationToken.None);
        }
        catch (Exception error) when (error is BrokerException or ObjectDisposedException)
        {
            send = ValueTask.FromException(error);
        }

        place.Await(send, start);
    }

    private void Completed(PendingSend place)
    {
        try
        {
            place.GetResult();
            _recorder.RecordBetween(place.StartTimestamp, Stopwatch.GetTimestamp());
        }
        catch (Exception error)
        {
            // Whatever it is must not end the thread that confirms the others' messages.
            _errors.Add(error);
            _failing = true;
        }

        _window.Return(place);
    }
}
