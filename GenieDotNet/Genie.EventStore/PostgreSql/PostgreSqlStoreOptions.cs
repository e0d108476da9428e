namespace Genie.EventStore.PostgreSql;

/// <summary>How the PostgreSQL store reaches its database.</summary>
public sealed record PostgreSqlStoreOptions
{
    /// <summary>Npgsql's connection string.</summary>
    public required string ConnectionString { get; init; }

    /// <summary>Appends that wait are sent together, up to so many. Default 256.</summary>
    public int BatchAppends { get; init; } = 256;

    /// <summary>The most appends that wait; callers beyond that wait for room. Default 16,384.</summary>
    public int PendingAppendsMax { get; init; } = 16_384;

    /// <summary>The most bytes that one append may bring. Default 16 MiB.</summary>
    public int AppendBytesMax { get; init; } = 16 << 20;

    /// <summary>Connecting, and each statement, is given up after this long. Default 15 s.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>Events fetched at once while reading. Default 512.</summary>
    public int PageEvents { get; init; } = 512;

    /// <summary>How often a subscription looks for news though the server has not notified it of any. Default 5 s.</summary>
    public TimeSpan PollInterval { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>
    /// How long a request key is remembered at least; <see cref="PostgreSqlEventStore.ForgetKeysAsync"/> forgets it then. Whoever repeats a request later has it handled
    /// anew. <see cref="System.Threading.Timeout.InfiniteTimeSpan"/>: for ever. Default <see cref="RequestKey.DefaultMemory"/>.
    /// </summary>
    public TimeSpan RequestKeyMemory { get; init; } = RequestKey.DefaultMemory;

    /// <summary>Refuses what no store can work with.</summary>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range; the message names it.</exception>
    internal void Check()
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(BatchAppends, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(PendingAppendsMax, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(AppendBytesMax, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(PageEvents, 1);
        RequestKey.CheckMemory(RequestKeyMemory, nameof(RequestKeyMemory));
        CheckTime(Timeout, nameof(Timeout));
        CheckTime(PollInterval, nameof(PollInterval));
    }

    // Both become milliseconds of 32 bits.
    private static void CheckTime(TimeSpan time, string name)
    {
        if (time <= TimeSpan.Zero || time.TotalMilliseconds > int.MaxValue) throw new ArgumentOutOfRangeException(name, time, $"{name} is more than 0 and less than 25 days.");
    }

    /// <summary>The settings without the connection string, which may hold a password.</summary>
    public override string ToString() => $"{nameof(PostgreSqlStoreOptions)} {{ {nameof(Timeout)} = {Timeout}, {nameof(PageEvents)} = {PageEvents}, {nameof(PollInterval)} = {PollInterval} }}";
}
