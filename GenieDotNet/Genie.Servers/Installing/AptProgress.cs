using System.Globalization;

namespace Genie.Servers.Installing;

/// <summary>
/// Makes lines for people of what apt-get prints: its machine-readable progress (APT::Status-Fd, see README.progress-reporting of
/// apt) in steps of a fifth, and once that it waits. What else it prints is kept for the case that it fails.
/// </summary>
/// <param name="say">Takes the lines.</param>
internal sealed class AptProgress(Action<string> say)
{
    private const string LockHeld = "Could not get lock ";
    private const string HeldBy = "held by ";
    private const int StepPercent = 20;
    private const int LinesMax = 12;

    private readonly Queue<string> _lines = new();
    private readonly List<string> _errors = [];
    private (string Phase, int Step) _said;

    /// <summary>Who has dpkg's lock, as apt-get says it: <c>process 4711 (apt-get)</c>; empty where it did not wait.</summary>
    public string LockHolder { get; private set; } = "";

    /// <summary>Its errors; where it named none, the last lines that it printed.</summary>
    public string Errors => string.Join('\n', _errors.Count > 0 ? _errors : [.. _lines]);

    /// <summary>A line of either output.</summary>
    public void Read(string line)
    {
        lock (_lines)
        {
            if (line.Split(':', 4) is ["dlstatus" or "pmstatus", var what, var percent, _] status) Report(status[0], what, percent);
            else Keep(line);
        }
    }

    private void Report(string kind, string what, string percent)
    {
        if (!double.TryParse(percent, NumberStyles.Float, CultureInfo.InvariantCulture, out var value)) return;
        var reached = (Phase: kind == "dlstatus" ? "downloading" : "installing", Step: (int)value / StepPercent * StepPercent);
        if (reached == _said || (reached.Phase == _said.Phase && reached.Step < _said.Step)) return;
        _said = reached;
        say($"{reached.Phase}: {reached.Step} %{(kind == "pmstatus" && what != "dpkg-exec" ? $" ({what})" : "")}");
    }

    private void NoteHolder(string line)
    {
        var start = line.IndexOf(HeldBy, StringComparison.Ordinal);
        var holder = start < 0 ? "another program" : line[(start + HeldBy.Length)..].TrimEnd('.');
        if (LockHolder.Length == 0) say($"waiting for {holder}, which is at work on packages");
        LockHolder = holder;
    }

    private void Keep(string line)
    {
        if (line.Trim() is not { Length: > 0 } text) return;
        if (text.Contains(LockHeld, StringComparison.Ordinal)) NoteHolder(text);
        if (text.StartsWith("E: ", StringComparison.Ordinal) || text.StartsWith("dpkg: error", StringComparison.Ordinal)) _errors.Add(text);
        _lines.Enqueue(text);
        if (_lines.Count > LinesMax) _lines.Dequeue();
    }
}
