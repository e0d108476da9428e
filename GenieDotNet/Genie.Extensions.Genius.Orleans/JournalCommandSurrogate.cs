namespace Genie.Extensions.Genius.Orleans;

/// <summary>What Orleans writes of a journal's command.</summary>
[GenerateSerializer]
internal struct JournalCommandSurrogate
{
    [Id(0)]
    public byte[] Payload;

    [Id(1)]
    public bool HasKey;

    [Id(2)]
    public ulong Run;

    [Id(3)]
    public uint Sender;

    [Id(4)]
    public ulong Sequence;

    [Id(5)]
    public long TimerTicks;

    [Id(6)]
    public long InputVersion;

    [Id(7)]
    public long ClockTicks;
}
