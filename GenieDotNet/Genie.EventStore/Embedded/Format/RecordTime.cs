namespace Genie.EventStore.Embedded.Format;

/// <summary>
/// Times of records: whole microseconds since 1970, in integers throughout. Doubles, which <see cref="TimeSpan.TotalMicroseconds"/> and
/// <see cref="DateTimeOffset.AddMicroseconds"/> count in, round the end of the year 9999 up to a time that there is not.
/// </summary>
internal static class RecordTime
{
    /// <summary>The first that there is: the year 1.</summary>
    public static long Min { get; } = Of(DateTimeOffset.MinValue);

    /// <summary>The last that there is: the end of the year 9999.</summary>
    public static long Max { get; } = Of(DateTimeOffset.MaxValue);

    /// <summary>A time as records hold it; less than a microsecond is cut off.</summary>
    public static long Of(DateTimeOffset time) => (time.UtcTicks / TimeSpan.TicksPerMicrosecond) - (DateTimeOffset.UnixEpoch.UtcTicks / TimeSpan.TicksPerMicrosecond);

    /// <summary>The time that a record holds, in UTC.</summary>
    public static DateTimeOffset ToTime(long microseconds) => DateTimeOffset.UnixEpoch.AddTicks(microseconds * TimeSpan.TicksPerMicrosecond);

    /// <summary>A time as it comes back from a record.</summary>
    public static DateTimeOffset Whole(DateTimeOffset time) => ToTime(Of(time));
}
