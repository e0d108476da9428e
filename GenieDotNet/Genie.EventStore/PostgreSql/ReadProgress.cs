namespace Genie.EventStore.PostgreSql;

/// <summary>How far a reading has come, also where nothing was wanted.</summary>
internal sealed class ReadProgress(long position)
{
    public long Position { get; set; } = position;
}
