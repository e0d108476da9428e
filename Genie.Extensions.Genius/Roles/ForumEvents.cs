namespace Genie.Extensions.Genius.Roles;

/// <summary>The events of a forum's stream; their payloads are the messages of <c>forum.proto</c>.</summary>
public static class ForumEvents
{
    /// <summary>Payload: <see cref="Messages.MemberJoined"/>.</summary>
    public const string Joined = "MemberJoined";

    /// <summary>Payload: <see cref="Messages.MemberDeparted"/>.</summary>
    public const string Departed = "MemberDeparted";

    /// <summary>Payload: <see cref="Messages.GovernorAppointed"/>.</summary>
    public const string Appointed = "GovernorAppointed";

    /// <summary>Payload: <see cref="Messages.FilterChanged"/>.</summary>
    public const string FilterChanged = "FilterChanged";

    /// <summary>Payload: <see cref="Messages.Event"/>.</summary>
    public const string Published = "MessagePublished";

    /// <summary>The stream of a forum.</summary>
    public static string StreamOf(string forum) => "forum/" + forum;
}
