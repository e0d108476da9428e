using System.Runtime.InteropServices;

namespace DatagramEcho;

/// <summary>
/// Numbered messages and their echoes: each echo must be a message that was sent, byte by byte, and come once. Written by one thread; echoes are taken by one thread, which may be
/// another, and may run inside of native code: a wrong one is told when they are counted.
/// </summary>
internal sealed class EchoedMessages
{
    /// <summary>Bytes of a message.</summary>
    public const int Bytes = 32;

    // More than are ever under way: an echo so many numbers late counts as one that came twice.
    private const int Remembered = 4096;
    private const ulong Mixer = 0x9E3779B97F4A7C15;

    private readonly long[] _seen = new long[Remembered];
    private long _written;
    private long _count;
    private string? _failure;

    /// <summary>Echoes that have come.</summary>
    /// <exception cref="InvalidDataException">One was wrong.</exception>
    public long Count
    {
        get
        {
            var count = Volatile.Read(ref _count);
            return Volatile.Read(ref _failure) is { } failure ? throw new InvalidDataException(failure) : count;
        }
    }

    /// <summary>Writes the next message.</summary>
    public void WriteNext(Span<byte> message)
    {
        var words = MemoryMarshal.Cast<byte, ulong>(message[..Bytes]);
        var number = (ulong)Interlocked.Increment(ref _written);
        for (var i = 0; i < words.Length; i++) words[i] = Word(number, i);
    }

    /// <summary>Takes an echo.</summary>
    public void Take(ReadOnlySpan<byte> echo)
    {
        if (echo.Length != Bytes)
        {
            Fail($"An echo has {echo.Length} bytes, its message had {Bytes}.");
            return;
        }

        var words = MemoryMarshal.Cast<byte, ulong>(echo);
        var number = words[0];
        for (var i = 1; i < words.Length; i++)
        {
            if (words[i] != Word(number, i)) Fail($"An echo differs from its message in its bytes from {i * sizeof(ulong)} on.");
        }

        if (number == 0 || number > (ulong)Interlocked.Read(ref _written))
        {
            Fail($"An echo has the number {number}, which no message had.");
            return;
        }

        ref var seen = ref _seen[number % Remembered];
        if (seen >= (long)number) Fail($"The echo of message {number} came twice.");
        seen = (long)number;
        Volatile.Write(ref _count, _count + 1);
    }

    private static ulong Word(ulong number, int index) => index == 0 ? number : number * Mixer * (ulong)index;

    private void Fail(string failure) => Volatile.Write(ref _failure, failure);
}
