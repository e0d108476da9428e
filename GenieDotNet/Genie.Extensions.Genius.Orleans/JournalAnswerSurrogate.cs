namespace Genie.Extensions.Genius.Orleans;

/// <summary>What Orleans writes of a journal's answer.</summary>
[GenerateSerializer]
internal struct JournalAnswerSurrogate
{
    [Id(0)]
    public byte[] Payload;

    [Id(1)]
    public bool IsRepeat;

    [Id(2)]
    public long? NextDueTicks;

    [Id(3)]
    public long Version;

    [Id(4)]
    public long? NextClockTicks;
}
