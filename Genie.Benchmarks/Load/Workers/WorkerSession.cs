using System.Buffers;
using System.Diagnostics;
using Genie.Benchmarks.Load.Effects;
using Genie.Benchmarks.Measurement;
using Genie.Brokers;
using Genie.Brokers.Encryption;
using Genie.Brokers.Frame;
using Genie.Brokers.Ledger;
using Genie.Workload;

namespace Genie.Benchmarks.Load.Workers;

/// <summary>Listens on a channel, does the work, keeps the ledger. Runs inside the client's process for drivers that
/// cannot leave it, else in a process of its own.</summary>
internal sealed class WorkerSession : IAsyncDisposable
{
    // A store that hangs must not hang the report: what is not there by then counts as missing.
    private static readonly TimeSpan HandlersTimeout = TimeSpan.FromSeconds(30);

    private readonly IBroker _broker;
    private readonly IWorkload _workload;
    private readonly bool _owns;
    private readonly WorkerJob _job;
    private readonly List<RunBook> _closed = [];
    private readonly List<IAsyncDisposable> _listeners = [];

    // Of each client, one for each listener.
    private readonly RunBook[][] _books;

    private WorkerSession(IBroker broker, IWorkload workload, WorkerJob job, bool owns)
    {
        _broker = broker;
        _workload = workload;
        _owns = owns;
        _job = job;
        _books = [.. Enumerable.Range(0, job.Clients).Select(_ => OpenBooks(job.Run))];
    }

    /// <summary>What system it listens to.</summary>
    public BrokerTraits Traits => _broker.Traits;

    /// <summary>Who listens, in hexadecimal, where messages are encrypted; else null.</summary>
    public string? Identity => (_broker as EncryptedBroker)?.Identity.ToString();

    /// <summary>True to open a new ledger whenever a message of another run comes: for a worker that nobody controls.</summary>
    public bool AdoptsRuns { get; set; }

    /// <summary>Different messages of a client's run received by now, by the listener that has received the fewest.</summary>
    public long Received(int client = 0) => BooksOf(client).Min(book => book.Ledger.Delivered);

    /// <summary>Starts listening; when the task completes, messages sent from now on are received.</summary>
    /// <param name="broker">Where to listen.</param>
    /// <param name="workload">Does the work.</param>
    /// <param name="job">Channel and concurrency.</param>
    /// <param name="owns">True to dispose of broker and workload at the end.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    public static async Task<WorkerSession> StartAsync(
        IBroker broker, IWorkload workload, WorkerJob job, bool owns, CancellationToken cancellationToken)
    {
        var session = new WorkerSession(broker, workload, job, owns);
        try
        {
            await session.ResumeAsync(cancellationToken).ConfigureAwait(false);
            return session;
        }
        catch
        {
            await session.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Opens a new ledger for another run.</summary>
    /// <param name="run">The run.</param>
    /// <param name="client">Which of the clients begins it.</param>
    /// <param name="clockOffsetNanoseconds">How far this machine's monotonic clock is ahead of that client's, where one-way times are wanted.</param>
    public void Begin(ulong run, int client = 0, long? clockOffsetNanoseconds = null) => Volatile.Write(ref _books[client], OpenBooks(run, clockOffsetNanoseconds));

    /// <summary>Stops listening; what was taken is handled first.</summary>
    public async Task PauseAsync()
    {
        // The first stages first: what they have taken passes through the later ones.
        foreach (var listener in _listeners) await listener.DisposeAsync().ConfigureAwait(false);
        _listeners.Clear();
    }

    /// <summary>Listens, from the beginning or again.</summary>
    public async Task ResumeAsync(CancellationToken cancellationToken)
    {
        if (_listeners.Count > 0) return;
        for (var stage = 1; stage < _job.PipelineStages; stage++) _listeners.Add(await PipelineStage.StartAsync(_broker, _job, stage, cancellationToken).ConfigureAwait(false));
        var options = new ListenOptions { Concurrency = _job.Concurrency, InlineHandler = _job.Inline, Delivery = _job.FanOut > 0 ? Delivery.Broadcast : Delivery.Competing };
        for (var i = 0; i < Math.Max(1, _job.FanOut); i++)
        {
            var listener = i;
            _listeners.Add(await _broker.ListenAsync(_job.ChannelOf(_job.PipelineStages), options, (message, reply, token) => HandleAsync(listener, message, reply, token), cancellationToken).ConfigureAwait(false));
        }
    }

    /// <summary>What was seen of the run, and what it left in the event store once no handler is at it any more.</summary>
    public async Task<WorkerReport> ReportAsync(CancellationToken cancellationToken, int client = 0)
    {
        var books = BooksOf(client);
        var book = books[0];
        var usage = ProcessUsage.Now().Since(book.UsageAtStart);
        var effects = _job.VerifyEffects && _workload is GrainWorkload grains ? Export(await ReadEffectsAsync(book, grains, cancellationToken).ConfigureAwait(false)) : null;
        return new WorkerReport(
            [.. books.Select(each => Export(each.Ledger))], usage, books.Sum(each => each.Errors.Count), [.. books.SelectMany(each => each.Errors.Summarize()).Distinct()], effects,
            book.OneWay is { } times ? HistogramText.Write(times.Snapshot()) : null);
    }

    /// <summary>What was seen of each run, in words.</summary>
    public IEnumerable<string> Describe()
    {
        var books = _closed.Concat(_books.SelectMany(books => books)).Where(book => book.Ledger.Delivered > 0 || book.Ledger.Corrupted > 0).ToArray();
        return books.Length == 0 ? ["Nothing arrived."] : books.Select(book =>
            $"run {book.Ledger.Run:x16}: {book.Ledger.Delivered:N0} delivered, {book.Ledger.Duplicated:N0} duplicated, "
            + $"{book.Ledger.Reordered:N0} reordered, {book.Ledger.Corrupted:N0} corrupted, {book.Errors.Count:N0} failed");
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await PauseAsync().ConfigureAwait(false);
        if (!_owns) return;
        await _broker.DisposeAsync().ConfigureAwait(false);
        if (_workload is IAsyncDisposable workload) await workload.DisposeAsync().ConfigureAwait(false);
    }

    private static byte[] Export(DeliveryLedger ledger)
    {
        using var bytes = new MemoryStream();
        ledger.Export(bytes);
        return bytes.ToArray();
    }

    private async Task<DeliveryLedger> ReadEffectsAsync(RunBook book, GrainWorkload grains, CancellationToken cancellationToken)
    {
        // A message counts as received when its handler begins; its effect is there when it ends.
        var begin = Stopwatch.GetTimestamp();
        while (book.Running > 0 && Stopwatch.GetElapsedTime(begin) < HandlersTimeout) await Task.Delay(TimeSpan.FromMilliseconds(5), cancellationToken).ConfigureAwait(false);
        return await grains.ReadEffectsAsync(book.Ledger.Run, _job.JoinsRun, cancellationToken).ConfigureAwait(false);
    }

    private ValueTask HandleAsync(int listener, ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        if (AdoptsRuns) AdoptRunOf(message);
        var book = (_books.Length == 1 ? BooksOf(0) : BooksOf(message))[listener];
        if (book.OneWay is not null) book.Arrived(message);
        try
        {
            book.Begin();
            var work = book.Handler.HandleAsync(message, reply, cancellationToken);
            if (!work.IsCompletedSuccessfully) return NoteFailureAsync(book, work);
            book.End();
            return work;
        }
        catch (Exception error)
        {
            book.Errors.Add(error);
            book.End();
            throw;
        }
    }

    [System.Runtime.CompilerServices.AsyncMethodBuilder(typeof(System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask NoteFailureAsync(RunBook book, ValueTask work)
    {
        try
        {
            await work.ConfigureAwait(false);
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            book.Errors.Add(error);
            throw;
        }
        finally
        {
            book.End();
        }
    }

    private void AdoptRunOf(in ReadOnlySequence<byte> message)
    {
        if (MessageFrame.Read(message, out var frame, out _) != FrameStatus.Intact || frame.Run == BooksOf(0)[0].Ledger.Run) return;
        lock (_closed)
        {
            var current = BooksOf(0)[0];
            if (frame.Run == current.Ledger.Run) return;

            // A straggler of an earlier run goes to its own book, not to a second one.
            var known = _closed.Find(book => book.Ledger.Run == frame.Run);
            if (known is not null) _closed.Remove(known);
            if (current.Ledger.Run != 0) _closed.Add(current);
            Volatile.Write(ref _books[0], known is null ? OpenBooks(frame.Run) : [known]);
        }
    }

    private RunBook[] BooksOf(int client) => Volatile.Read(ref _books[client]);

    // What is of no client's run, or cannot be read, is misrouted or damaged in whichever book: one is enough.
    private RunBook[] BooksOf(in ReadOnlySequence<byte> message)
    {
        if (!FrameGlance.TryRead(message, out var glance)) return BooksOf(0);
        for (var client = 1; client < _books.Length; client++)
        {
            if (BooksOf(client) is [var book, ..] books && book.Ledger.Run == glance.Run) return books;
        }

        return BooksOf(0);
    }

    private RunBook[] OpenBooks(ulong run, long? clockOffsetNanoseconds = null) => [.. Enumerable.Range(0, Math.Max(1, _job.FanOut)).Select(_ => OpenBook(run, clockOffsetNanoseconds))];

    private RunBook OpenBook(ulong run, long? clockOffsetNanoseconds) =>
        new(run, Delay(_workload.ForRun(run).HandleAsync, TimeSpan.FromMilliseconds(_job.DelayMilliseconds)), clockOffsetNanoseconds);

    private static MessageHandler Delay(MessageHandler handler, TimeSpan delay) => delay == TimeSpan.Zero ? handler : async (message, reply, cancellationToken) =>
    {
        await Task.Delay(delay, cancellationToken).ConfigureAwait(false);
        await handler(message, reply, cancellationToken).ConfigureAwait(false);
    };
}
