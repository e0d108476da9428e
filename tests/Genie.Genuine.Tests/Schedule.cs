namespace Genie.Genuine.Tests;

/// <summary>
/// Parties that all talk with each other over a network that loses, doubles, reorders, damages and misroutes. The model is
/// the list of what was sent and whether it was read: a message must be read the first time it arrives unchanged where it
/// belongs, as what was sent, and never again.
/// </summary>
internal abstract class Schedule(int parties, int seed) : IDisposable
{
    private readonly List<Message> _underWay = [];
    private int _count;

    /// <summary>All chance comes from here.</summary>
    protected Random Random { get; } = new(seed);

    public long ReadCount { get; private set; }

    public long RefusedCount { get; private set; }

    public async Task StepAsync()
    {
        var (from, to) = TwoParties();
        switch (Random.Next(20))
        {
            case < 9:
                await SendAsync(from, to);
                break;
            case < 16 when _underWay.Count > 0:
                await DeliverAsync(Random.Next(_underWay.Count));
                break;
            case 16 when _underWay.Count > 0:
                _underWay.RemoveAt(Random.Next(_underWay.Count));
                break;
            case 17 when _underWay.Count > 0:
                await DamageAsync(_underWay[Random.Next(_underWay.Count)]);
                break;
            case 18 when _underWay.Count > 0:
                await MisrouteAsync(_underWay[Random.Next(_underWay.Count)]);
                break;
            default:
                Restart(from, to);
                break;
        }
    }

    /// <summary>Everything left arrives, in any order, then both directions still work.</summary>
    public async Task FinishAsync()
    {
        while (_underWay.Exists(message => !message.IsRead)) await DeliverAsync(Random.Next(_underWay.Count));
        for (var from = 0; from < parties; from++)
        {
            for (var to = 0; to < parties; to++)
            {
                if (from == to || !CanSend(from, to)) continue;
                await SendAsync(from, to);
                await DeliverAsync(_underWay.Count - 1);
            }
        }
    }

    public abstract void Dispose();

    /// <summary>False as long as a side may not speak first.</summary>
    protected virtual bool CanSend(int from, int to) => true;

    protected abstract ValueTask<byte[]> EncryptAsync(int from, int to, byte[] text, byte[] associated);

    protected abstract ValueTask<byte[]> DecryptAsync(int owner, int peer, byte[] message, byte[] associated);

    /// <summary>All that a side knows about the other, bare.</summary>
    protected abstract byte[] Plain(int owner, int peer);

    /// <summary>A side goes on from what it stored.</summary>
    protected abstract void Restart(int owner, int peer);

    private (int From, int To) TwoParties()
    {
        var from = Random.Next(parties);
        return (from, (from + 1 + Random.Next(parties - 1)) % parties);
    }

    private async Task SendAsync(int from, int to)
    {
        if (!CanSend(from, to)) return;
        var text = new byte[Random.Next(100)];
        Random.NextBytes(text);
        byte[] associated = [(byte)from, (byte)to];
        _underWay.Add(new Message(from, to, _count++, text, await EncryptAsync(from, to, text, associated), associated));
    }

    /// <summary>Sometimes it stays under way as well: it will come again.</summary>
    private async Task DeliverAsync(int index)
    {
        var message = _underWay[index];
        if (message.IsRead || Random.Next(4) > 0) _underWay.RemoveAt(index);
        if (message.IsRead)
        {
            await ExpectRefusalAsync(message.To, message.From, message.Bytes, message.Associated, $"message {message.Number} read twice");
            return;
        }

        var text = await DecryptAsync(message.To, message.From, message.Bytes, message.Associated);
        if (!text.AsSpan().SequenceEqual(message.Text)) throw new InvalidOperationException($"Message {message.Number} was read as something else.");
        message.IsRead = true;
        ReadCount++;
    }

    private Task DamageAsync(Message message)
    {
        var bytes = (byte[])message.Bytes.Clone();
        if (Random.Next(3) == 0) bytes = bytes[..Random.Next(bytes.Length)];
        else bytes[Random.Next(bytes.Length)] ^= (byte)(1 << Random.Next(8));
        return ExpectRefusalAsync(message.To, message.From, bytes, message.Associated, "a damaged message was read");
    }

    /// <summary>Back to its sender, or to the right party from the wrong one.</summary>
    private Task MisrouteAsync(Message message)
    {
        var other = parties > 2 ? 3 - message.From - message.To : message.To;
        return Random.Next(2) == 0 || other == message.To
            ? ExpectRefusalAsync(message.From, message.To, message.Bytes, message.Associated, "a reflected message was read")
            : ExpectRefusalAsync(message.To, other, message.Bytes, message.Associated, "a misrouted message was read");
    }

    private async Task ExpectRefusalAsync(int owner, int peer, byte[] bytes, byte[] associated, string otherwise)
    {
        var before = Plain(owner, peer);
        try
        {
            await DecryptAsync(owner, peer, bytes, associated);
        }
        catch (MessageRefusedException)
        {
            if (!before.AsSpan().SequenceEqual(Plain(owner, peer))) throw new InvalidOperationException("A refused message changed the state.");
            RefusedCount++;
            return;
        }

        throw new InvalidOperationException(otherwise);
    }

    private sealed record Message(int From, int To, int Number, byte[] Text, byte[] Bytes, byte[] Associated)
    {
        public bool IsRead { get; set; }
    }
}
