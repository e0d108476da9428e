using System.Buffers;
using System.Text;

namespace Genie.Brokers.ZeroMQ.Sharing;

/// <summary>Turns the channel's bytes into its name without a string per message: a socket nearly always hears of the same channel.</summary>
internal sealed class ChannelNames
{
    private byte[] _bytes = [];
    private string _name = "";

    public string Name(in ReadOnlySequence<byte> channel)
    {
        if (channel.IsSingleSegment && channel.FirstSpan.SequenceEqual(_bytes)) return _name;
        _bytes = channel.ToArray();
        return _name = Encoding.ASCII.GetString(_bytes);
    }
}
