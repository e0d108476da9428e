using System.Text;

namespace Genie.Datagrams.Packets.Generators;

/// <summary>Lines of C#, indented by their braces; and names of locals that no other has.</summary>
internal sealed class CodeText
{
    private readonly StringBuilder _text = new();
    private int _depth;
    private int _names;

    /// <summary>A name that was not given yet.</summary>
    public string Name(string of) => $"__{of}{_names++}";

    public void Line(string line) => _text.Append(' ', line.Length == 0 ? 0 : 4 * _depth).Append(line).Append('\n');

    public void Open(string head)
    {
        Line(head);
        Line("{");
        _depth++;
    }

    public void Close()
    {
        _depth--;
        Line("}");
    }

    public override string ToString() => _text.ToString();
}
