using System.Buffers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Tests.Links;

/// <summary>Takes each number for the answer to the oldest question that waits.</summary>
internal sealed class AnswerSession : LinkSession
{
    private readonly PendingTable<int> _questions = new(16, TimeSpan.FromMinutes(1), static () => new TimeoutException(), inlineContinuations: false);
    private readonly Queue<Correlation> _asked = new();

    private AnswerSession(LinkTransport transport, LinkOptions options)
        : base(transport, options)
    {
    }

    /// <summary>The thread that read the latest answer.</summary>
    public int ReaderThread { get; private set; }

    public static async ValueTask<AnswerSession> OpenAsync(LinkOptions options)
    {
        var session = new AnswerSession(await LinkTransport.ConnectAsync(options, CancellationToken.None), options);
        session.Start();
        return session;
    }

    public ValueTask<int> AskAsync()
    {
        Assert.True(_questions.TryBegin(CancellationToken.None, out var operation));
        lock (_asked) _asked.Enqueue(operation.Correlation);
        return operation.Task;
    }

    protected override bool TryReceive(ref ReadOnlySequence<byte> buffer, out ValueTask handling)
    {
        handling = default;
        if (!NumberFrame.TryRead(ref buffer, out var answer)) return false;
        ReaderThread = Environment.CurrentManagedThreadId;
        Correlation question;
        lock (_asked) question = _asked.Dequeue();
        Assert.True(_questions.TryClaim(question));
        _questions.SetResult(question, answer);
        return true;
    }
}
