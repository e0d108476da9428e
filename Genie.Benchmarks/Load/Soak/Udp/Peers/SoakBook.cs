using Genie.Benchmarks.Load.Soak.Udp.Ledger;

namespace Genie.Benchmarks.Load.Soak.Udp.Peers;

/// <summary>What happens besides messages, with the first of it in words. Safe for concurrent callers.</summary>
internal sealed class SoakBook
{
    private const int NotesMax = 20;

    private readonly Lock _gate = new();
    private readonly List<string> _notes = [];
    private SoakAnomalies _anomalies = SoakAnomalies.None;

    /// <summary>Disconnects and errors.</summary>
    public SoakAnomalies Anomalies
    {
        get
        {
            lock (_gate) return _anomalies;
        }
    }

    /// <summary>The first that happened.</summary>
    public string[] Notes
    {
        get
        {
            lock (_gate) return [.. _notes];
        }
    }

    /// <summary>Keeps a text.</summary>
    public void Note(string text) => Add(SoakAnomalies.None, text);

    /// <summary>Counts an end that was not wanted.</summary>
    public void AddDisconnect(string text) => Add(new SoakAnomalies { Disconnects = 1 }, text);

    /// <summary>Counts an error.</summary>
    public void AddError(string where, Exception error) => Add(new SoakAnomalies { Errors = 1 }, $"{where}: {error.GetType().Name}: {error.Message}");

    private void Add(SoakAnomalies anomaly, string text)
    {
        lock (_gate)
        {
            _anomalies += anomaly;
            if (_notes.Count < NotesMax) _notes.Add(text);
        }
    }
}
