namespace Genie.Grains.Tests.Runtime;

/// <summary>What happened to the probes of a test.</summary>
internal sealed class ProbeLog
{
    private readonly List<string> _lines = [];

    public int Overlaps { get; set; }

    public IReadOnlyList<string> Lines
    {
        get
        {
            lock (_lines) return [.. _lines];
        }
    }

    public void Add(string line)
    {
        lock (_lines) _lines.Add(line);
    }
}
