using Genie.Brokers.Aeron.Client;
using Genie.Brokers.Aeron.MediaDriver;
using Genie.Brokers.Aeron.Messaging;
using Genie.Brokers.Aeron.Wire;

namespace Genie.Brokers.Aeron.Tests.Foreign;

/// <summary>One stream out and one in through the wire client alone, without the driver's own messages: as programs of others use Aeron.</summary>
internal sealed class WireStreams : IFragmentSink, IDisposable
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    private readonly CncFile _cnc;
    private readonly WireClient _client;
    private readonly IAeronPublication _out;
    private readonly IAeronSubscription _in;
    private readonly MessageAssembler _assembler = new();
    private readonly Queue<byte[]> _received = new();

    public WireStreams(string folder, (string Channel, int Id) output, (string Channel, int Id) input)
    {
        _cnc = CncFile.Open(folder, Timeout);
        _client = new WireClient(_cnc);
        _out = _client.AddPublication(output.Channel, output.Id);
        _in = _client.AddSubscription(input.Channel, input.Id);
    }

    /// <summary>Sends a message of eight bytes or more; waits for room and for somebody who receives.</summary>
    public void Send(ReadOnlySpan<byte> message)
    {
        for (var deadline = DateTime.UtcNow + Timeout; _out.Offer(BitConverter.ToUInt64(message), message[sizeof(ulong)..]) != OfferOutcome.Sent; Work())
        {
            if (_out.Refusal is { } refusal) throw refusal;
            if (DateTime.UtcNow > deadline) throw new TimeoutException("The publication took nothing.");
        }
    }

    /// <summary>Waits for the next message.</summary>
    public byte[] Receive()
    {
        byte[]? message;
        for (var deadline = DateTime.UtcNow + Timeout; !TryReceive(out message);)
        {
            if (DateTime.UtcNow > deadline) throw new TimeoutException("Nothing was received.");
        }

        return message;
    }

    /// <summary>The next message, if one is there.</summary>
    public bool TryReceive([System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out byte[]? message)
    {
        Work();
        return _received.TryDequeue(out message);
    }

    public bool OnFragment(int sessionId, byte flags, ReadOnlySpan<byte> fragment)
    {
        if (_assembler.TryAssemble(sessionId, flags, fragment, out var message)) _received.Enqueue(message.ToArray());
        return true;
    }

    public void OnSessionEnded(int sessionId) => _assembler.Discard(sessionId);

    public void Dispose()
    {
        _out.Dispose();
        _in.Dispose();
        _client.Dispose();
        _cnc.Dispose();
    }

    // The other side needs the processor too.
    private void Work()
    {
        var work = _client.DoWork();
        if (_in.IsReady) work += _in.Poll(this, 16);
        if (work == 0) Thread.Sleep(0);
    }
}
