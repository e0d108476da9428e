using Genie.Generators;

namespace Genie.Rpc.Quic.Generators;

/// <summary>What a type with the attribute is.</summary>
internal enum ServiceRole
{
    /// <summary>A class of functions.</summary>
    Functions,

    /// <summary>A client struct.</summary>
    Client,

    /// <summary>An interface, of which both are made.</summary>
    Interface,
}

/// <summary>What flows in each direction of a call, as in the library's own enumeration.</summary>
internal enum Shape
{
    /// <summary>None or one argument, none or one result.</summary>
    Unary,

    /// <summary>A stream of arguments.</summary>
    ClientStreaming,

    /// <summary>A stream of results.</summary>
    ServerStreaming,

    /// <summary>Both.</summary>
    DuplexStreaming,

    /// <summary>The QUIC stream itself.</summary>
    Raw,
}

/// <summary>A method: all that is written about it.</summary>
/// <param name="Name">The method's name.</param>
/// <param name="Shape">What flows.</param>
/// <param name="Accessibility">As it is declared, for the other part of a partial method.</param>
/// <param name="Id">The function's number.</param>
/// <param name="Returns">The return type, in full.</param>
/// <param name="Task">Task, ValueTask or IAsyncEnumerable.</param>
/// <param name="RequestName">The argument's name, or null.</param>
/// <param name="RequestDeclared">The argument's type as declared: an element's stream, or the element.</param>
/// <param name="Request">The type of the argument, or of its elements.</param>
/// <param name="Response">The type of the result, or of its elements; null: none.</param>
/// <param name="TokenName">The name of the cancellation token, or null.</param>
internal sealed record FunctionModel(
    string Name, string Accessibility, byte Id, Shape Shape, string Returns, string Task,
    string? RequestName, string? RequestDeclared, string? Request, string? Response, string? TokenName);

/// <summary>A type with the attribute.</summary>
/// <param name="Role">What it is.</param>
/// <param name="Id">The service's number.</param>
/// <param name="Namespace">Null: the global one.</param>
/// <param name="Name">The type's name.</param>
/// <param name="Accessibility">The interface's, for what is made of it.</param>
/// <param name="Functions">Its methods.</param>
internal sealed record ServiceModel(ServiceRole Role, string? Namespace, string Name, string Accessibility, byte Id, EquatableArray<FunctionModel> Functions);

/// <summary>What a type gave: a model if it can be generated for, and its mistakes.</summary>
internal sealed record Reading(ServiceModel? Service, EquatableArray<Mistake> Mistakes);
