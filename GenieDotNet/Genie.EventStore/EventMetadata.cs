namespace Genie.EventStore;

/// <summary>Why events came about, in the words of messaging: kept beside their content and handed to whoever reads them.</summary>
/// <param name="CorrelationId">What all effects of one conversation share, a trace's id say; up to 1,024 bytes of UTF-8. Null or empty: none.</param>
/// <param name="CausationId">The message or event that they are the direct effect of; up to 1,024 bytes of UTF-8. Null or empty: none.</param>
public sealed record EventMetadata(string? CorrelationId, string? CausationId);
