namespace Genie.Workload.Avro;

/// <summary>Bytes that are not Avro of the schema expected.</summary>
public sealed class AvroFormatException(string message) : Exception(message);
