using Genie.EventStore;
using Genie.Workload.Messages;
using Google.Protobuf;

namespace Genie.Workload.Grains.Orleans;

/// <summary>A <see cref="PartyCommand"/> between silos and their clients: the request in protobuf, as it came, and its key.</summary>
[RegisterConverter]
internal sealed class PartyCommandConverter : IConverter<PartyCommand, PartyCommandSurrogate>
{
    /// <inheritdoc/>
    public PartyCommand ConvertFromSurrogate(in PartyCommandSurrogate surrogate) =>
        new(PartyRequest.Parser.ParseFrom(surrogate.Request), new RequestKey(surrogate.Run, surrogate.Sender, surrogate.Sequence));

    /// <inheritdoc/>
    public PartyCommandSurrogate ConvertToSurrogate(in PartyCommand value) => new()
    {
        Request = value.Request.ToByteArray(),
        Run = value.Key.Run,
        Sender = value.Key.Sender,
        Sequence = value.Key.Sequence,
    };
}
