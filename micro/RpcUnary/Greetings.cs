namespace RpcUnary;

/// <summary>What all of them send, compute and check.</summary>
internal static class Greetings
{
    private const string Name = "thirty-two characters of a name.";

    public static Greeted Request(int caller) => new() { Name = Name, Times = caller };

    public static Greeted Answer(Greeted request) => new() { Name = request.Name, Times = request.Times + 1 };

    public static void Check(Greeted answer, int caller)
    {
        if (answer.Times != caller + 1 || answer.Name.Length != Name.Length) throw new InvalidOperationException("An answer is not that of its call.");
    }
}
