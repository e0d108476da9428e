namespace Genie.EventStore.Subscriptions;

/// <summary>Under which names a group's checkpoints are kept among those of projections.</summary>
internal static class GroupCheckpoints
{
    private const int GroupBytesMax = 1000;

    /// <summary>The name of a partition's checkpoint.</summary>
    public static string Name(string group, int partition) => $"{group}#{partition}";

    /// <summary>Checks a group's name.</summary>
    /// <exception cref="ArgumentException">It is none.</exception>
    public static void CheckGroup(string group)
    {
        EventText.CheckName(group);
        if (System.Text.Encoding.UTF8.GetByteCount(group) > GroupBytesMax) throw new ArgumentException($"A group's name has {GroupBytesMax:N0} bytes of UTF-8 at most.", nameof(group));
    }
}
