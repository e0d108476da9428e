namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>How a listener's answers leave while one client of the library lasts.</summary>
internal sealed class LibraryAnswers : ILibraryPart
{
    private readonly CancellationTokenSource _ending = new();
    private readonly IdleTopics<LibraryAnswerTopic> _topics;
    private readonly TimeSpan _timeout;

    public LibraryAnswers(IPulsarLibrary library, TimeSpan timeout)
    {
        _topics = new(name => new LibraryAnswerTopic(library, name, _ending.Token));
        _timeout = timeout;
    }

    /// <summary>True once the client's session has ended.</summary>
    public bool IsOver => _ending.IsCancellationRequested;

    /// <summary>The topic of a name.</summary>
    public LibraryAnswerTopic Find(string name) => _topics.Find(name);

    /// <summary>Never by itself: its producers come and go with those who ask.</summary>
    public Task WhenLostAsync(CancellationToken cancellationToken) => Task.Delay(Timeout.InfiniteTimeSpan, cancellationToken);

    /// <summary>Waits until the broker has what was handed over, and gives the producers up.</summary>
    public async ValueTask DisposeAsync()
    {
        // Nobody who answers may wait for a producer that the library seeks for ever.
        await _ending.CancelAsync().ConfigureAwait(false);
        foreach (var topic in _topics.All)
        {
            await topic.FlushAsync(_timeout).ConfigureAwait(false);
            await topic.CloseAsync().ConfigureAwait(false);
        }
    }
}
