namespace Genie.EventStore.Embedded.Log;

/// <summary>Names of streams that were read lately: a table in which a number has one place. Safe for concurrent callers.</summary>
internal sealed class NameCache
{
    private const int Places = 1 << 13;

    private readonly NamedNumber?[] _places = new NamedNumber?[Places];

    public string? Find(int number) => Volatile.Read(ref _places[number & (Places - 1)]) is { } known && known.Number == number ? known.Name : null;

    public void Add(int number, string name) => Volatile.Write(ref _places[number & (Places - 1)], new NamedNumber(number, name));

    private sealed record NamedNumber(int Number, string Name);
}
