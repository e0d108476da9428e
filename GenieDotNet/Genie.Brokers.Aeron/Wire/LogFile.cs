using System.Numerics;
using Genie.Brokers.Aeron.MediaDriver;

namespace Genie.Brokers.Aeron.Wire;

/// <summary>
/// A log buffer in memory (LogBufferDescriptor of Aeron 1.51): three terms of equal length, which follow one another in
/// turns, and a page of numbers about them at the file's end.
/// </summary>
internal sealed class LogFile : IDisposable
{
    /// <summary>Terms of a log.</summary>
    public const int TermCount = 3;

    /// <summary>Bytes of a frame's header.</summary>
    public const int HeaderBytes = 32;

    /// <summary>Frames begin at multiples of it.</summary>
    public const int FrameAlignment = 32;

    /// <summary>The packed tails, eight bytes a term: its id above, how far it is filled below.</summary>
    public const int TailsOffset = 0;

    /// <summary>How many terms were begun before the one that is written.</summary>
    public const int ActiveTermCountOffset = 24;

    private const int NumbersBytes = 4096;
    private const int IsConnectedOffset = 136;
    private const int InitialTermIdOffset = 264;
    private const int MtuOffset = 272;
    private const int TermLengthOffset = 276;
    private const int DefaultHeaderOffset = 320;
    private const int TermBytesMin = 64 * 1024;
    private const int TermBytesMax = 1024 * 1024 * 1024;

    private readonly MappedFile _file;
    private readonly SharedMemory[] _terms = new SharedMemory[TermCount];

    /// <exception cref="IOException">It is gone.</exception>
    /// <exception cref="BrokerProtocolException">It is no log buffer.</exception>
    public LogFile(string path)
    {
        _file = new MappedFile(path);
        try
        {
            Numbers = _file.Part(_file.Length - NumbersBytes, NumbersBytes);
            TermBytes = Numbers.ReadInt32(TermLengthOffset);
            PayloadBytesMax = Numbers.ReadInt32(MtuOffset) - HeaderBytes;
            InitialTermId = Numbers.ReadInt32(InitialTermIdOffset);
            if (TermBytes is < TermBytesMin or > TermBytesMax || !BitOperations.IsPow2(TermBytes) || PayloadBytesMax <= 0)
                throw new BrokerProtocolException(AeronDrivers.Name, $"a log with terms of {TermBytes} bytes");
            for (var i = 0; i < TermCount; i++) _terms[i] = _file.Part((long)i * TermBytes, TermBytes);
        }
        catch
        {
            _file.Dispose();
            throw;
        }

        PositionBits = BitOperations.TrailingZeroCount(TermBytes);
    }

    /// <summary>The numbers about the log.</summary>
    public SharedMemory Numbers { get; }

    /// <summary>Length of a term.</summary>
    public int TermBytes { get; }

    /// <summary>By how many bits a position is shifted to give the count of terms before.</summary>
    public int PositionBits { get; }

    /// <summary>Payload of the largest frame.</summary>
    public int PayloadBytesMax { get; }

    /// <summary>Id of the first term.</summary>
    public int InitialTermId { get; }

    /// <summary>True if somebody receives.</summary>
    public bool IsConnected => Numbers.ReadInt32Acquire(IsConnectedOffset) == 1;

    /// <summary>What every frame's header is like: version, type, session, stream.</summary>
    public ReadOnlySpan<byte> DefaultHeader => Numbers.Bytes(DefaultHeaderOffset, HeaderBytes);

    /// <summary>One of the three terms.</summary>
    public SharedMemory Term(int index) => _terms[index];

    /// <summary>The term in which a position lies.</summary>
    public SharedMemory TermAt(long position) => _terms[(int)((position >> PositionBits) % TermCount)];

    /// <summary>A length, up to the next multiple of <see cref="FrameAlignment"/>.</summary>
    public static int Align(int bytes) => (bytes + FrameAlignment - 1) & ~(FrameAlignment - 1);

    public void Dispose() => _file.Dispose();
}
