namespace Genie.Extensions.Genius.Roles;

/// <summary>The events of a group's stream; their payloads are the messages of <c>member_group.proto</c>.</summary>
/// <remarks>Stores hold these names: <c>GovernorAppointed</c> and <c>forum/</c> are what a leader and a group were called when the first were written.</remarks>
public static class MemberGroupEvents
{
    /// <summary>Payload: <see cref="Messages.MemberJoined"/>.</summary>
    public const string Joined = "MemberJoined";

    /// <summary>Payload: <see cref="Messages.MemberDeparted"/>.</summary>
    public const string Departed = "MemberDeparted";

    /// <summary>Payload: <see cref="Messages.LeaderAppointed"/>.</summary>
    public const string Appointed = "GovernorAppointed";

    /// <summary>Payload: <see cref="Messages.FilterChanged"/>.</summary>
    public const string FilterChanged = "FilterChanged";

    /// <summary>Payload: <see cref="Messages.Event"/>.</summary>
    public const string Published = "MessagePublished";

    /// <summary>The stream of a group.</summary>
    public static string StreamOf(string group) => "forum/" + group;
}
