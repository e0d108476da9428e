using System.Collections.Concurrent;
using Genie.Brokers.Aeron.Client;
using Genie.Brokers.Aeron.MediaDriver;

namespace Genie.Brokers.Aeron.Messaging;

/// <summary>
/// What the connections and listeners of one process have in common at one media driver: the client, and the one thread that
/// polls. It sees when the media driver dies and takes up with the next one.
/// </summary>
internal sealed class AeronLink : IAsyncDisposable
{
    private const long WatchMilliseconds = 200;
    private static readonly ReconnectPolicy Reconnect = new() { MaxDelay = TimeSpan.FromMilliseconds(500) };

    private readonly AeronOptions _options;
    private readonly string _folder;
    private readonly Func<CncFile, string, AeronOptions, IAeronClient> _createClient;
    private readonly ConcurrentQueue<Action> _calls = new();
    private readonly List<IAeronParticipant> _participants = [];
    private readonly TaskCompletionSource _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly IdleWait _idle;
    private CncFile? _cnc;
    private IAeronClient? _client;
    private long _nextAttempt;
    private long _nextWatch;
    private volatile bool _stopping;

    private AeronLink(AeronOptions options, string folder, Func<CncFile, string, AeronOptions, IAeronClient> createClient)
    {
        (_options, _folder, _createClient) = (options, folder, createClient);
        _idle = new IdleWait(options.Idle);
    }

    /// <summary>Starts the thread; done when the client is open.</summary>
    /// <exception cref="BrokerException">No media driver, or one of another version.</exception>
    public static async ValueTask<AeronLink> OpenAsync(AeronOptions options, string folder, Func<CncFile, string, AeronOptions, IAeronClient> createClient)
    {
        var link = new AeronLink(options, folder, createClient);
        new Thread(link.Run) { IsBackground = true, Name = "Aeron" }.Start();
        await link._opened.Task.ConfigureAwait(false);
        return link;
    }

    /// <summary>The media driver with its version.</summary>
    public string Server { get; private set; } = "";

    /// <summary>Attempts to find the next media driver since the last one was lost. Read on the link's thread.</summary>
    public int Attempts { get; private set; }

    /// <summary>Lets a participant work; it is begun as soon as a media driver is there. Done when it is open.</summary>
    /// <param name="participant">Who works.</param>
    /// <param name="opened">Completes when it can do its work.</param>
    /// <param name="timeout">How long that may take.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    /// <exception cref="BrokerException">The media driver refused, or did not answer in time.</exception>
    public async Task AttachAsync(IAeronParticipant participant, Task opened, TimeSpan timeout, CancellationToken cancellationToken)
    {
        await CallAsync(() =>
        {
            _participants.Add(participant);
            if (_client is not null) Guard(participant, () => participant.Begin(_client, _cnc!.Counters));
        }).ConfigureAwait(false);
        try
        {
            await opened.WaitAsync(timeout, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            throw new BrokerUnreachableException(AeronDrivers.Name, _folder, "the media driver did not answer in time");
        }
    }

    /// <summary>Ends a participant.</summary>
    public Task DetachAsync(IAeronParticipant participant) => CallAsync(() => Remove(participant));

    /// <summary>Runs something on the link's thread. After the link's end it does not run.</summary>
    public Task CallAsync(Action action)
    {
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _calls.Enqueue(() =>
        {
            try
            {
                action();
                done.SetResult();
            }
            catch (Exception error)
            {
                done.SetException(error);
            }
        });
        return Task.WhenAny(done.Task, _ended.Task).Unwrap();
    }

    public async ValueTask DisposeAsync()
    {
        _stopping = true;
        await _ended.Task.ConfigureAwait(false);
    }

    private void Run()
    {
        try
        {
            OpenFirst();
            while (!_stopping) _idle.After(Round());
        }
        finally
        {
            Close(null);
            _ended.TrySetResult();
        }
    }

    private void OpenFirst()
    {
        try
        {
            Open();
            _opened.SetResult();
        }
        catch (Exception error)
        {
            _stopping = true;
            _opened.SetException(error);
        }
    }

    private int Round()
    {
        var work = 0;
        while (_calls.TryDequeue(out var call))
        {
            call();
            work++;
        }

        var now = Environment.TickCount64;
        if (_client is null)
        {
            TryReopen(now);
            return work;
        }

        try
        {
            if (now >= _nextWatch) Watch(now);
            work += _client.DoWork();
            for (var i = _participants.Count - 1; i >= 0; i--) work += WorkOf(_participants[i], now);
        }
        catch (Exception error)
        {
            // Also what nobody expects: a program must not die of the link that it uses, and a new client starts from nothing.
            Close(error as LinkLostException ?? new LinkLostException(AeronDrivers.Name, error.Message, error));
        }

        return work;
    }

    private int WorkOf(IAeronParticipant participant, long now)
    {
        try
        {
            return participant.DoWork(now);
        }
        catch (BrokerException error) when (participant.FailOpening(error))
        {
            Remove(participant);
            return 1;
        }
    }

    // What the media driver refused to one of them is no concern of the others.
    private void Remove(IAeronParticipant participant)
    {
        if (_participants.Remove(participant)) participant.End(null);
    }

    private void Guard(IAeronParticipant participant, Action action)
    {
        try
        {
            action();
        }
        catch (BrokerException error)
        {
            if (participant.FailOpening(error)) Remove(participant);
            else Close(new LinkLostException(AeronDrivers.Name, error.Message, error));
        }
    }

    private void Watch(long now)
    {
        _nextWatch = now + WatchMilliseconds;
        if (_cnc!.WhyDead(_folder, _options.DriverTimeout) is { } why) throw new LinkLostException(AeronDrivers.Name, why);
    }

    private void TryReopen(long now)
    {
        if (now < _nextAttempt) return;
        try
        {
            Open();
            foreach (var participant in _participants.ToArray())
            {
                if (_client is { } client) Guard(participant, () => participant.Begin(client, _cnc!.Counters));
            }
        }
        catch (BrokerException)
        {
            _nextAttempt = now + (long)Reconnect.DelayBefore(++Attempts, Random.Shared.NextDouble()).TotalMilliseconds;
        }
    }

    private void Open()
    {
        var cnc = CncFile.Open(_folder, _options.DriverTimeout);
        try
        {
            _client = _createClient(cnc, _folder, _options);
            (_cnc, Server) = (cnc, cnc.Server);
        }
        catch
        {
            cnc.Dispose();
            throw;
        }
    }

    private void Close(BrokerException? error)
    {
        if (_client is null) return;
        Attempts = 0;
        foreach (var participant in _participants) participant.End(error);
        var (client, cnc) = (_client, _cnc!);
        (_client, _cnc) = (null, null);
        client.Dispose();
        cnc.Dispose();
    }
}
