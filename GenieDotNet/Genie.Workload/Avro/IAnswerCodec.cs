using System.Buffers;

namespace Genie.Workload.Avro;

/// <summary>Writes and reads a worker's answer. Safe for concurrent callers.</summary>
public interface IAnswerCodec
{
    /// <summary>The id under which a registry knows the schema; part of every answer's header.</summary>
    int SchemaId { get; }

    /// <summary>The schema, in JSON.</summary>
    string Schema { get; }

    /// <summary>Writes an answer with its header.</summary>
    void Write(in AnswerContent answer, IBufferWriter<byte> output);

    /// <summary>Reads an answer whole.</summary>
    /// <exception cref="AvroFormatException">The bytes are no answer of this schema and schema id.</exception>
    PartyAnswer Read(ReadOnlySpan<byte> answer);
}
