namespace Genie.Benchmarks.Commands;

/// <summary>Messages of .NET's exceptions, for who gave a setting.</summary>
internal static class ArgumentMessages
{
    private const string ArgumentName = " (Parameter ";

    /// <summary>What is wrong, without the name of the method's argument, which is none of the settings', and what follows it.</summary>
    public static string WithoutArgument(this ArgumentException error) => error.Message.Split(ArgumentName)[0];
}
