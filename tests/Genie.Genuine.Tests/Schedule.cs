using Genie.Genuine.Conversations;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Tests;

/// <summary>
/// Parties that all talk with each other over a network that loses, doubles, reorders, damages and misroutes. The model is
/// the list of what was sent and whether it was read: a message must be read the first time it arrives unchanged where it
/// belongs, as what was sent, and never again.
/// </summary>
internal sealed class Schedule : IDisposable
{
    private readonly Random _random;
    private readonly Party[] _parties;
    private readonly Conversation?[,] _conversations;
    private readonly RatchetOptions _options;
    private readonly List<Message> _underWay = [];
    private int _count;

    public Schedule(int parties, bool encryptHeaders, int seed)
    {
        _random = new Random(seed);
        _options = new RatchetOptions { EncryptHeaders = encryptHeaders };
        _parties = [.. Enumerable.Range(0, parties).Select(_ => new Party())];
        _conversations = new Conversation?[parties, parties];
    }

    public long ReadCount { get; private set; }

    public long RefusedCount { get; private set; }

    public async Task StepAsync()
    {
        var (from, to) = TwoParties();
        switch (_random.Next(20))
        {
            case < 9:
                await SendAsync(from, to);
                break;
            case < 16 when _underWay.Count > 0:
                await DeliverAsync(_random.Next(_underWay.Count));
                break;
            case 16 when _underWay.Count > 0:
                _underWay.RemoveAt(_random.Next(_underWay.Count));
                break;
            case 17 when _underWay.Count > 0:
                await DamageAsync(_underWay[_random.Next(_underWay.Count)]);
                break;
            case 18 when _underWay.Count > 0:
                await MisrouteAsync(_underWay[_random.Next(_underWay.Count)]);
                break;
            default:
                Restart(from, to);
                break;
        }
    }

    /// <summary>Everything left arrives, in any order, then both directions still work.</summary>
    public async Task FinishAsync()
    {
        while (_underWay.Exists(message => !message.IsRead)) await DeliverAsync(_random.Next(_underWay.Count));
        for (var from = 0; from < _parties.Length; from++)
        {
            for (var to = 0; to < _parties.Length; to++)
            {
                if (from == to) continue;
                await SendAsync(from, to);
                await DeliverAsync(_underWay.Count - 1);
            }
        }
    }

    public void Dispose()
    {
        foreach (var conversation in _conversations) conversation?.Dispose();
        foreach (var party in _parties) party.Identity.Dispose();
    }

    private (int From, int To) TwoParties()
    {
        var from = _random.Next(_parties.Length);
        return (from, (from + 1 + _random.Next(_parties.Length - 1)) % _parties.Length);
    }

    private Conversation Of(int owner, int peer) => _conversations[owner, peer] ??= _parties[owner].With(_parties[peer], _options);

    private async Task SendAsync(int from, int to)
    {
        var conversation = Of(from, to);
        if (conversation.Links.Count == 0) conversation.Start(_random.Next(2) == 0 ? await _parties[to].PreKeys.CreateBundleAsync() : await _parties[to].PreKeys.CreateSharedBundleAsync());
        var text = new byte[_random.Next(100)];
        _random.NextBytes(text);
        byte[] associated = [(byte)from, (byte)to];
        _underWay.Add(new Message(from, to, _count++, text, conversation.Encrypt(text, associated), associated));
    }

    /// <summary>Sometimes it stays under way as well: it will come again.</summary>
    private async Task DeliverAsync(int index)
    {
        var message = _underWay[index];
        if (message.IsRead || _random.Next(4) > 0) _underWay.RemoveAt(index);
        if (message.IsRead)
        {
            await ExpectRefusalAsync(message.To, message.From, message.Bytes, message.Associated, $"message {message.Number} read twice");
            return;
        }

        var text = await Of(message.To, message.From).DecryptAsync(message.Bytes, message.Associated);
        if (!text.AsSpan().SequenceEqual(message.Text)) throw new InvalidOperationException($"Message {message.Number} was read as something else.");
        message.IsRead = true;
        ReadCount++;
    }

    private Task DamageAsync(Message message)
    {
        var bytes = (byte[])message.Bytes.Clone();
        if (_random.Next(3) == 0) bytes = bytes[.._random.Next(bytes.Length)];
        else bytes[_random.Next(bytes.Length)] ^= (byte)(1 << _random.Next(8));
        return ExpectRefusalAsync(message.To, message.From, bytes, message.Associated, "a damaged message was read");
    }

    /// <summary>Back to its sender, or to the right party from the wrong one.</summary>
    private Task MisrouteAsync(Message message)
    {
        var other = _parties.Length > 2 ? 3 - message.From - message.To : message.To;
        return _random.Next(2) == 0 || other == message.To
            ? ExpectRefusalAsync(message.From, message.To, message.Bytes, message.Associated, "a reflected message was read")
            : ExpectRefusalAsync(message.To, other, message.Bytes, message.Associated, "a misrouted message was read");
    }

    private async Task ExpectRefusalAsync(int owner, int peer, byte[] bytes, byte[] associated, string otherwise)
    {
        var conversation = Of(owner, peer);
        var before = Plain(conversation);
        try
        {
            await conversation.DecryptAsync(bytes, associated);
        }
        catch (MessageRefusedException)
        {
            if (!before.SequenceEqual(Plain(conversation))) throw new InvalidOperationException("A refused message changed the state.");
            RefusedCount++;
            return;
        }

        throw new InvalidOperationException(otherwise);
    }

    private byte[] Plain(Conversation conversation) => [.. conversation.Links.SelectMany(link => Pair.Plain(link.Session, _options))];

    private void Restart(int owner, int peer)
    {
        var conversation = Of(owner, peer);
        var stored = conversation.Export(Pair.StorageKey);
        conversation.Dispose();
        _conversations[owner, peer] = Conversation.Import(_parties[owner].PreKeys, _parties[peer].Identity.Public, stored, Pair.StorageKey, _options);
    }

    private sealed record Message(int From, int To, int Number, byte[] Text, byte[] Bytes, byte[] Associated)
    {
        public bool IsRead { get; set; }
    }
}
