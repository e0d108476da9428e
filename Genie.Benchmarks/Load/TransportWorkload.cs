using System.Buffers;
using System.Buffers.Binary;
using Genie.Workload;

namespace Genie.Benchmarks.Load;

internal sealed class TransportWorkload(int bytes, long seed) : IWorkload
{
    private readonly byte[] _payload = Make(Math.Max(16, bytes), seed);
    public Stages Stages => Stages.Transport;

    public void WriteRequest(uint sender, ulong sequence, IBufferWriter<byte> request)
    {
        var span = request.GetSpan(_payload.Length)[.._payload.Length];
        _payload.CopyTo(span);
        BinaryPrimitives.WriteUInt64LittleEndian(span, sequence);
        BinaryPrimitives.WriteUInt32LittleEndian(span[8..], sender);
        request.Advance(_payload.Length);
    }

    public ValueTask HandleAsync(ReadOnlySequence<byte> request, IBufferWriter<byte> answer, CancellationToken cancellationToken)
    {
        foreach (var segment in request) answer.Write(segment.Span);
        return ValueTask.CompletedTask;
    }

    public bool IsRightAnswer(uint sender, ulong sequence, ReadOnlySpan<byte> answer) =>
        answer.Length == _payload.Length && BinaryPrimitives.ReadUInt64LittleEndian(answer) == sequence
        && BinaryPrimitives.ReadUInt32LittleEndian(answer[8..]) == sender && answer[12..].SequenceEqual(_payload.AsSpan(12));

    private static byte[] Make(int length, long seed)
    {
        var payload = new byte[length];
        new Random((int)seed).NextBytes(payload);
        return payload;
    }
}
