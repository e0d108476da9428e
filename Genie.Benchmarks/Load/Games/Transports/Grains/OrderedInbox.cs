namespace Genie.Benchmarks.Load.Games.Transports.Grains;

/// <summary>Puts numbered messages of one sender in order: Orleans keeps none among calls that are under way at once. Safe for concurrent callers.</summary>
internal sealed class OrderedInbox
{
    private readonly Dictionary<uint, byte[]> _early = [];
    private uint _next = 1;

    /// <summary>A message came: hands on what is next, or keeps it until those before it are there.</summary>
    /// <param name="number">From 1.</param>
    /// <param name="message">The message.</param>
    /// <param name="handOn">Called for each in order.</param>
    public void Take(uint number, byte[] message, Action<byte[]> handOn)
    {
        lock (_early)
        {
            if (number != _next)
            {
                if (number > _next) _early.TryAdd(number, message);
                return;
            }

            do
            {
                _next++;
                handOn(message);
            }
            while (_early.Remove(_next, out message!));
        }
    }
}
