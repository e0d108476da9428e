using System.Security.Cryptography;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Client.Calls;

/// <summary>Gives events request keys that nobody else gives.</summary>
internal sealed class RequestKeys
{
    private readonly ulong _run = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong)));
    private long _last;

    /// <summary>Leaves an event alone that has one.</summary>
    public void Complete(Event value)
    {
        if (value.Run == 0 && value.Sender == 0 && value.Sequence == 0) (value.Run, value.Sequence) = (_run, (ulong)Interlocked.Increment(ref _last));
    }
}
