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
    private readonly List<Book> _closed = [];
    private IAsyncDisposable? _listener;
    private readonly Book[] _books;

    private WorkerSession(IBroker broker, IWorkload workload, WorkerJob job, bool owns)
    {
        _broker = broker;
        _workload = workload;
        _owns = owns;
        _job = job;
        _books = [.. Enumerable.Range(0, job.Clients).Select(_ => OpenBook(job.Run))];
    }

    /// <summary>What system it listens to.</summary>
    public BrokerTraits Traits => _broker.Traits;

    /// <summary>Who listens, in hexadecimal, where messages are encrypted; else null.</summary>
    public string? Identity => (_broker as EncryptedBroker)?.Identity.ToString();

    /// <summary>True to open a new ledger whenever a message of another run comes: for a worker that nobody controls.</summary>
    public bool AdoptsRuns { get; set; }

    /// <summary>Different messages of a client's run received by now.</summary>
    public long Received(int client = 0) => BookOf(client).Ledger.Delivered;

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
    public void Begin(ulong run, int client = 0, long? clockOffsetNanoseconds = null) => Volatile.Write(ref _books[client], OpenBook(run, clockOffsetNanoseconds));

    /// <summary>Stops listening; what was taken is handled first.</summary>
    public async Task PauseAsync()
    {
        if (_listener is not { } listener) return;
        _listener = null;
        await listener.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>Listens, from the beginning or again.</summary>
    public async Task ResumeAsync(CancellationToken cancellationToken) => _listener ??= await _broker.ListenAsync(
        _job.Channel, new ListenOptions { Concurrency = _job.Concurrency, InlineHandler = _job.Inline }, HandleAsync, cancellationToken).ConfigureAwait(false);

    /// <summary>What was seen of the run, and what it left in the event store once no handler is at it any more.</summary>
    public async Task<WorkerReport> ReportAsync(CancellationToken cancellationToken, int client = 0)
    {
        var book = BookOf(client);
        var usage = ProcessUsage.Now().Since(book.UsageAtStart);
        var effects = _job.VerifyEffects && _workload is GrainWorkload grains ? Export(await ReadEffectsAsync(book, grains, cancellationToken).ConfigureAwait(false)) : null;
        return new WorkerReport(Export(book.Ledger), usage, book.Errors.Count, book.Errors.Summarize(), effects, book.OneWay is { } times ? HistogramText.Write(times.Snapshot()) : null);
    }

    /// <summary>What was seen of each run, in words.</summary>
    public IEnumerable<string> Describe()
    {
        var books = _closed.Concat(_books).Where(book => book.Ledger.Delivered > 0 || book.Ledger.Corrupted > 0).ToArray();
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

    private async Task<DeliveryLedger> ReadEffectsAsync(Book book, GrainWorkload grains, CancellationToken cancellationToken)
    {
        // A message counts as received when its handler begins; its effect is there when it ends.
        var begin = Stopwatch.GetTimestamp();
        while (book.Running > 0 && Stopwatch.GetElapsedTime(begin) < HandlersTimeout) await Task.Delay(TimeSpan.FromMilliseconds(5), cancellationToken).ConfigureAwait(false);
        return await grains.ReadEffectsAsync(book.Ledger.Run, _job.JoinsRun, cancellationToken).ConfigureAwait(false);
    }

    private ValueTask HandleAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        if (AdoptsRuns) AdoptRunOf(message);
        var book = _books.Length == 1 ? BookOf(0) : BookOf(message);
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
    private static async ValueTask NoteFailureAsync(Book book, ValueTask work)
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
        if (MessageFrame.Read(message, out var frame, out _) != FrameStatus.Intact || frame.Run == BookOf(0).Ledger.Run) return;
        lock (_closed)
        {
            var current = BookOf(0);
            if (frame.Run == current.Ledger.Run) return;

            // A straggler of an earlier run goes to its own book, not to a second one.
            var known = _closed.Find(book => book.Ledger.Run == frame.Run);
            if (known is not null) _closed.Remove(known);
            if (current.Ledger.Run != 0) _closed.Add(current);
            Volatile.Write(ref _books[0], known ?? OpenBook(frame.Run));
        }
    }

    private Book BookOf(int client) => Volatile.Read(ref _books[client]);

    // What is of no client's run, or cannot be read, is misrouted or damaged in whichever book: one is enough.
    private Book BookOf(in ReadOnlySequence<byte> message)
    {
        if (!FrameGlance.TryRead(message, out var glance)) return BookOf(0);
        for (var client = 1; client < _books.Length; client++)
        {
            if (BookOf(client) is { } book && book.Ledger.Run == glance.Run) return book;
        }

        return BookOf(0);
    }

    private Book OpenBook(ulong run, long? clockOffsetNanoseconds = null) => new(run, Delay(_workload.ForRun(run).HandleAsync, TimeSpan.FromMilliseconds(_job.DelayMilliseconds)), clockOffsetNanoseconds);

    private static MessageHandler Delay(MessageHandler handler, TimeSpan delay) => delay == TimeSpan.Zero ? handler : async (message, reply, cancellationToken) =>
    {
        await Task.Delay(delay, cancellationToken).ConfigureAwait(false);
        await handler(message, reply, cancellationToken).ConfigureAwait(false);
    };

    private sealed class Book
    {
        private int _running;

        private readonly long _clockOffsetNanoseconds;

        public Book(ulong run, MessageHandler handler, long? clockOffsetNanoseconds)
        {
            (_clockOffsetNanoseconds, OneWay) = (clockOffsetNanoseconds ?? 0, clockOffsetNanoseconds is null ? null : new LatencyRecorder());
            Ledger = new DeliveryLedger(run);
            Handler = new LedgeredHandler(Ledger, handler);
        }

        public int Running => Volatile.Read(ref _running);

        public DeliveryLedger Ledger { get; }

        public LedgeredHandler Handler { get; }

        public ErrorNotes Errors { get; } = new();

        public LatencyRecorder? OneWay { get; }

        public ProcessUsage UsageAtStart { get; } = ProcessUsage.Now();

        public void Arrived(in ReadOnlySequence<byte> message)
        {
            var now = LatencyRecorder.ToNanoseconds(Stopwatch.GetTimestamp());
            if (FrameGlance.TryRead(message, out var glance) && glance.Run == Ledger.Run) OneWay!.Record(now - _clockOffsetNanoseconds - glance.IntendedSendTimeNanoseconds);
        }

        public void Begin() => Interlocked.Increment(ref _running);

        public void End() => Interlocked.Decrement(ref _running);
    }
}
