using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Storage;

/// <summary>Sealed records of a store: their kind is bound to the name that they lie under, so that none can stand in for another.</summary>
internal static class SealedRecord
{
    /// <summary>Seals a record for its name.</summary>
    public static byte[] Seal(ReadOnlySpan<byte> state, ReadOnlySpan<byte> storageKey, string name) => SealedState.Seal(state, storageKey, Kind(name));

    /// <summary>The other way.</summary>
    /// <exception cref="StateRefusedException">Another key, name or version, or damage.</exception>
    public static T Open<T>(StateRecord record, ReadOnlySpan<byte> storageKey, string name, SealedState.Decoder<T> decode) =>
        SealedState.Open(record.Value.Span, storageKey, Kind(name), decode);

    private static string Kind(string name) => "record " + name;
}
