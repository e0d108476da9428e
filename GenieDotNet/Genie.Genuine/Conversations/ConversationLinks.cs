namespace Genie.Genuine.Conversations;

/// <summary>
/// The sessions of a conversation, the one to send on first. There is more than one when both sides began at once, or when
/// one lost its state and began anew.
/// </summary>
internal sealed class ConversationLinks : IDisposable
{
    /// <summary>Older sessions beyond these are removed.</summary>
    public const int MaxCount = 4;

    private readonly List<ConversationLink> _links = [];

    /// <summary>All, the one to send on first.</summary>
    public IReadOnlyList<ConversationLink> All => _links;

    /// <summary>The one to send on, or null.</summary>
    public ConversationLink? Preferred => _links.Count == 0 ? null : _links[0];

    /// <summary>The session that this first message began, or null.</summary>
    public ConversationLink? Find(ReadOnlySpan<byte> firstMessage)
    {
        foreach (var link in _links)
        {
            if (!link.IsOurs && firstMessage.SequenceEqual(link.FirstMessage)) return link;
        }

        return null;
    }

    /// <summary>
    /// Adds a session. One that the other side began is sent on from now on, unless both began at once (then the one that
    /// <see cref="ConversationLink.ComesBefore"/> names), or the other side has begun another since.
    /// </summary>
    public void Add(ConversationLink link)
    {
        var isSecond = !link.IsOurs && Preferred is { IsIntroduced: true } ours && ours.ComesBefore(link);
        if (_links.Exists(link.WasBegunBefore)) isSecond = true;
        _links.Insert(isSecond ? 1 : 0, link);
        while (_links.Count > MaxCount)
        {
            _links[^1].Session.Dispose();
            _links.RemoveAt(_links.Count - 1);
        }
    }

    /// <summary>Puts stored sessions back, in their order.</summary>
    public void Restore(ConversationLink link) => _links.Add(link);

    /// <summary>
    /// A message came on this session: the other side has it, and is sent to on it from now on. A message that others have overtaken says
    /// no more than that the other side once had it.
    /// </summary>
    public void Confirm(ConversationLink link, bool wasOvertaken)
    {
        link.IsConfirmed = true;
        if (link == Preferred || (wasOvertaken && !Preferred!.IsIntroduced)) return;
        _links.Remove(link);
        _links.Insert(0, link);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var link in _links) link.Session.Dispose();
        _links.Clear();
    }
}
