namespace Genie.Brokers.Ledger;

/// <summary>
/// The form in which a <see cref="DeliveryLedger"/> travels. All numbers little-endian:
/// <code>
/// "GNL" 01 · u64 run · i64 corrupted · i64 misrouted
/// each sender:  01 · u32 number · i64 duplicated · i64 reordered
///               u32 ranges · each: u64 first, u64 end (complete chunks of 1,024 sequences)
///               u32 chunks · each: u64 number, 128 bytes of bitmap
/// the end:      00
/// </code>
/// </summary>
internal static class DeliveryExport
{
    public const uint Magic = 0x014C4E47;
    public const byte Sender = 1;
    public const byte End = 0;
}
