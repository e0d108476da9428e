namespace Genie.Geocoding.Maps.Import;

/// <summary>Something to know about one row of a file.</summary>
/// <param name="Row">The feature's or record's number, from 1; a CSV file's header is not counted.</param>
/// <param name="Code">The area's code, empty where it has none.</param>
/// <param name="Text">What is the matter.</param>
public sealed record RowNote(long Row, string Code, string Text);
