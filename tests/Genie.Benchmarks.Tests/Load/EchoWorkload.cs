using System.Buffers;
using System.Buffers.Binary;
using Genie.Workload;

namespace Genie.Benchmarks.Tests.Load;

/// <summary>Sender and sequence, sent back as they are.</summary>
internal sealed class EchoWorkload : IWorkload
{
    private const int Bytes = 12;
    private int _handled;

    public Stages Stages => Stages.Transport;

    /// <summary>Answers from then on are wrong.</summary>
    public bool Lies { get; set; }

    /// <summary>How long the second request keeps the worker; the first one only proves that it is there.</summary>
    public TimeSpan Stall { get; init; }

    public void WriteRequest(uint sender, ulong sequence, IBufferWriter<byte> request)
    {
        var span = request.GetSpan(Bytes);
        BinaryPrimitives.WriteUInt32LittleEndian(span, sender);
        BinaryPrimitives.WriteUInt64LittleEndian(span[4..], sequence);
        request.Advance(Bytes);
    }

    public ValueTask HandleAsync(ReadOnlySequence<byte> request, IBufferWriter<byte> answer, CancellationToken cancellationToken)
    {
        if (Stall > TimeSpan.Zero && Interlocked.Increment(ref _handled) == 2) Thread.Sleep(Stall);
        foreach (var piece in request) answer.Write(piece.Span);
        if (Lies) answer.Write("!"u8);
        return ValueTask.CompletedTask;
    }

    public bool IsRightAnswer(uint sender, ulong sequence, ReadOnlySpan<byte> answer) =>
        answer.Length == Bytes && BinaryPrimitives.ReadUInt32LittleEndian(answer) == sender
        && BinaryPrimitives.ReadUInt64LittleEndian(answer[4..]) == sequence;
}
