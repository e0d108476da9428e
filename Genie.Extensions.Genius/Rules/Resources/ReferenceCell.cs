namespace Genie.Extensions.Genius.Rules.Resources;

/// <summary>Where the table of a name is: the one that was put last.</summary>
internal sealed class ReferenceCell(ReferenceTable table)
{
    private volatile ReferenceTable _table = table;

    public ReferenceTable Table
    {
        get => _table;
        set => _table = value;
    }
}
