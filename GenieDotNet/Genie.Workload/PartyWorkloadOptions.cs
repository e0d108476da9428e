using Genie.Workload.Avro;
using Genie.Workload.Parties;

namespace Genie.Workload;

/// <summary>What requests of a <see cref="PartyWorkload"/> are like. Client and worker need the same stages; all else is the client's.</summary>
public sealed record PartyWorkloadOptions
{
    /// <summary>Which part of the work is done; <see cref="Stages.Grains"/> is not in it, as nothing here is kept. Default <see cref="Stages.Full"/>.</summary>
    public Stages Stages { get; init; } = Stages.Full;

    /// <summary>What all requests follow from, but for <see cref="Messages"/>. Default 0.</summary>
    public long Seed { get; init; }

    /// <summary>Sizes of random bytes. With <see cref="Stages.Transport"/> a request is exactly those and no party at all; else they are added to each party request. Default none.</summary>
    public PayloadSizes Sizes { get; init; } = PayloadSizes.Of(0);

    /// <summary>Messages of the user's own in place of random bytes, none of them empty: each sender goes through them in their order, again and again. Default none.</summary>
    public IReadOnlyList<ReadOnlyMemory<byte>> Messages { get; init; } = [];

    /// <summary>Different parties that requests are about, the keys: 1 to <see cref="PartyDirectory.Count"/>. Default all.</summary>
    public int Parties { get; init; } = PartyDirectory.Count;

    /// <summary>How unevenly requests fall on parties: the exponent of Zipf's law, by which the n-th most frequent party has 1/n^skew of the first one's requests. Default 0, all alike.</summary>
    public double Skew { get; init; }

    /// <summary>Writes the answers. Default <see cref="AvroAnswerCodec"/> with its default schema id.</summary>
    public IAnswerCodec? Codec { get; init; }
}
