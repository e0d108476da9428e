using System.Buffers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Peers;

/// <summary>The connecting side: what it receives are answers.</summary>
internal sealed class PeerClientSession(LinkTransport transport, LinkOptions link, int messageBytesMax, IPeerAnswers answers) : PeerSession(transport, link, messageBytesMax)
{
    private readonly Dictionary<ulong, TaskCompletionSource> _flushes = [];
    private ulong _flushed;

    /// <summary>Completes when the listener's side has taken everything that was sent before.</summary>
    public async ValueTask FlushAsync(CancellationToken cancellationToken)
    {
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        ulong number;
        lock (_flushes)
        {
            number = ++_flushed;
            _flushes.Add(number, done);
        }

        try
        {
            await Writer.WriteAsync(new PeerFrame(PeerFrameKind.Flush, number, default), FlushBy.Caller, cancellationToken).ConfigureAwait(false);
            var first = await Task.WhenAny(done.Task, Ended).WaitAsync(cancellationToken).ConfigureAwait(false);
            if (first == Ended) throw BrokerException.ForAnother(await Ended.ConfigureAwait(false));
        }
        finally
        {
            lock (_flushes) _flushes.Remove(number);
        }
    }

    protected override ValueTask OnFrame(PeerFrameKind kind, ulong number, in ReadOnlySequence<byte> body)
    {
        switch (kind)
        {
            case PeerFrameKind.Answer:
                answers.Answer(Correlation.FromUInt64(number), body);
                break;
            case PeerFrameKind.Unroutable:
                answers.Unroutable(Correlation.FromUInt64(number));
                break;
            case PeerFrameKind.Flushed:
                lock (_flushes) _flushes.GetValueOrDefault(number)?.TrySetResult();
                break;
            default:
                throw Unknown(kind);
        }

        return ValueTask.CompletedTask;
    }
}
