using System.Diagnostics;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Measurement;
using Genie.Brokers.Ledger;
using Genie.Workload;
using Genie.Workload.Places;

namespace Genie.Benchmarks.Commands.Serve;

/// <summary>The slot of one request under way.</summary>
internal abstract class RequestSlot
{
    /// <summary>Makes one request of the workload.</summary>
    /// <exception cref="Genie.Brokers.BrokerException">It failed.</exception>
    public abstract ValueTask SendAsync();

    /// <summary>Where its last request came from; null if it was from nowhere.</summary>
    public abstract KnownPlace? Place { get; }

    /// <summary>Requests that await their answer.</summary>
    public static RequestSlot RoundTrip(LedgeredConnection connection, SentLedger ledger, IWorkload workload) =>
        new RoundTripSlot(new RoundTripSender(connection, ledger, workload, new LatencyRecorder(), new ErrorNotes(), isAlone: false), workload);

    /// <summary>Messages that await their confirmation.</summary>
    public static RequestSlot Fire(LedgeredConnection connection, IWorkload workload) => new FireSlot(connection, workload);

    private sealed class RoundTripSlot(RoundTripSender sender, IWorkload workload) : RequestSlot
    {
        public override KnownPlace? Place => workload.PlaceOf(sender.Frame.Sender, sender.Frame.Sequence);

        public override ValueTask SendAsync() => sender.RequestAsync(Stopwatch.GetTimestamp());
    }

    private sealed class FireSlot(LedgeredConnection connection, IWorkload workload) : RequestSlot
    {
        private readonly LedgeredMessage _message = connection.CreateMessage();

        public override KnownPlace? Place => workload.PlaceOf(_message.Frame.Sender, _message.Frame.Sequence);

        public override ValueTask SendAsync()
        {
            _message.Begin(LatencyRecorder.ToNanoseconds(Stopwatch.GetTimestamp()));
            workload.WriteRequest(_message.Frame.Sender, _message.Frame.Sequence, _message);
            return connection.SendAsync(_message, CancellationToken.None);
        }
    }
}
