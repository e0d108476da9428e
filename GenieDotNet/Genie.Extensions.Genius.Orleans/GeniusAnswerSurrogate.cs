namespace Genie.Extensions.Genius.Orleans;

/// <summary>What Orleans writes of an answer.</summary>
[GenerateSerializer]
internal struct GeniusAnswerSurrogate
{
    /// <summary>Protobuf, genie.genius.v1.ProcessReply.</summary>
    [Id(0)]
    public byte[] Reply;

    [Id(1)]
    public bool IsRepeat;

    /// <summary>Whether what each window, fence and pattern answered was a repetition, one after the other.</summary>
    [Id(2)]
    public bool[] Repeats;
}
