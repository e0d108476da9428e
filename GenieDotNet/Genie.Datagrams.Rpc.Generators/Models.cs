using Genie.Datagrams.Packets.Generators;
using Genie.Generators;

namespace Genie.Datagrams.Rpc.Generators;

/// <summary>What comes back from a method.</summary>
internal enum ReturnKind
{
    /// <summary>Nothing.</summary>
    Void,

    /// <summary>A task, which says only that the message was handed over.</summary>
    Task,

    /// <summary>A result.</summary>
    Result,
}

/// <summary>A parameter.</summary>
/// <param name="Name">Its name, without an at sign.</param>
/// <param name="Declared">Its type as it is declared.</param>
/// <param name="Value">How it is written.</param>
internal sealed record ParameterModel(string Name, string Declared, ValueModel Value);

/// <summary>A method: all that is written about it.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Id">Its number.</param>
/// <param name="Mode">How its calls go, as a number.</param>
/// <param name="Channel">On which channel.</param>
/// <param name="Returns">What comes back.</param>
/// <param name="Result">How the result is written.</param>
/// <param name="ResultDeclared">The result's type as it is declared.</param>
/// <param name="Parameters">Without the token.</param>
/// <param name="Token">The name of the cancellation token; null: none.</param>
/// <param name="HasDefaultToken">True if callers may leave it out.</param>
internal sealed record MethodModel(
    string Name, int Id, int Mode, byte Channel, ReturnKind Returns, ValueModel? Result, string? ResultDeclared, EquatableArray<ParameterModel> Parameters, string? Token, bool HasDefaultToken)
{
    /// <summary>All that must be the same at both sides, but the members of packets.</summary>
    public string Text => $"{Id}:{Mode}:{Channel}:({string.Concat(Parameters.Select(one => $"{one.Name}:{ValueText.Of(one.Value)};"))})->{(Result is null ? "" : ValueText.Of(Result))}\n";

    /// <summary>The values of parameters and result.</summary>
    public IEnumerable<ValueModel> Values => Parameters.Select(one => one.Value).Concat(Result is null ? [] : [Result]);
}

/// <summary>An interface.</summary>
/// <param name="Namespace">Null: the global one.</param>
/// <param name="Name">Its name.</param>
/// <param name="Accessibility">For what is made of it.</param>
/// <param name="Id">The service's number.</param>
/// <param name="Methods">In the order of the interface.</param>
internal sealed record ServiceModel(string? Namespace, string Name, string Accessibility, int Id, EquatableArray<MethodModel> Methods)
{
    /// <summary>The name with its namespace.</summary>
    public string FullName => Namespace is null ? Name : $"{Namespace}.{Name}";

    /// <summary>The name without its I.</summary>
    public string Stem => Name.Length > 1 && Name[0] == 'I' && char.IsUpper(Name[1]) ? Name.Substring(1) : Name;
}

/// <summary>What an interface gave: a model if it can be generated for, and its mistakes.</summary>
internal sealed record ServiceReading(ServiceModel? Service, TakenId? Id, EquatableArray<Mistake> Mistakes);
