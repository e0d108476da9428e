namespace Genie.Extensions.Genius.Rules.Resources;

/// <summary>A file that a reference table is read from, and read again when it changes (<see cref="ReferenceTableReader"/>).</summary>
/// <param name="Name">The table's name, as rules have it.</param>
/// <param name="Path">The file; its name ends in .csv or .json. To change it while a host runs, put another in its place at once, by a rename.</param>
public sealed record ReferenceTableFile(string Name, string Path);
