namespace Genie.Geocoding.Maps.Import;

/// <summary>How far an import is.</summary>
/// <param name="Rows">Rows read.</param>
/// <param name="BytesRead">Bytes of the file read; of another program's output where that reads the file.</param>
/// <param name="BytesTotal">Bytes of the file, or null where nobody knows.</param>
/// <param name="IsFinishing">True once everything is read and the layer is being put in place.</param>
public readonly record struct MapImportProgress(long Rows, long BytesRead, long? BytesTotal, bool IsFinishing);
