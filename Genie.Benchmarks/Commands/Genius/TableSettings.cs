using Genie.Extensions.Genius.Rules.Resources;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>A reference table as settings have it.</summary>
internal sealed class TableSettings
{
    public string Name { get; set; } = "";

    /// <summary>A CSV or JSON file.</summary>
    public string File { get; set; } = "";

    /// <summary>The file of a table.</summary>
    /// <exception cref="BadArgumentException">It is none.</exception>
    public ReferenceTableFile ToFile() => Name.Length > 0 && File.Length > 0 ? new ReferenceTableFile(Name, File) : throw new BadArgumentException("Tables: each needs a Name and a File.");
}
