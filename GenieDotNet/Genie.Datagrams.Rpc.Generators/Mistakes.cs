using Genie.Generators;
using Microsoft.CodeAnalysis;

namespace Genie.Datagrams.Rpc.Generators;

/// <summary>The diagnostics, each with what to do. What is wrong with a value has the codes of the generator of packets.</summary>
internal static class Mistakes
{
    private const string Category = "Genie.Datagrams.Rpc";

    public static readonly DiagnosticDescriptor Generic = Error("DRP001", "A service or method is generic", "'{0}' must not be generic: a number stands for one method");
    public static readonly DiagnosticDescriptor Nested = Error("DRP002", "The interface cannot be reached", "'{0}' must not stand within another type, nor be local to a file");
    public static readonly DiagnosticDescriptor Inherits = Error("DRP003", "The interface inherits", "'{0}' must not derive from another interface: its methods are one contract");
    public static readonly DiagnosticDescriptor NotAMethod = Error("DRP004", "A member is no method", "'{0}' cannot be called over a connection: the interface has nothing but methods");
    public static readonly DiagnosticDescriptor NotAbstract = Error("DRP005", "A method is static or has a body", "'{0}' must be an instance method without a body");
    public static readonly DiagnosticDescriptor ByReference = Error("DRP006", "A parameter is passed by reference", "The parameter '{1}' of '{0}' must be passed by value");
    public static readonly DiagnosticDescriptor WrongReturn = Error("DRP007", "A method returns what cannot be received", "'{0}' must return void, ValueTask or ValueTask<T>");
    public static readonly DiagnosticDescriptor UnreliableRequest = Error("DRP008", "A method with a result is unreliable", "'{0}' has a result: its request would be lost in silence; use a reliable mode, or let it return void");
    public static readonly DiagnosticDescriptor UnknownMode = Error("DRP009", "There is no such mode", "'{0}' must have one of the four modes of DeliveryMode");
    public static readonly DiagnosticDescriptor WrongId = Error("DRP010", "A number is out of range", "'{0}' has the number {1}: numbers are 0 to 65535");
    public static readonly DiagnosticDescriptor DuplicateMethod = Error("DRP011", "Two methods have one number", "'{0}' has the number {1}, which '{2}' has already: give one of them another by [MethodId(number)]");
    public static readonly DiagnosticDescriptor DuplicateService = Error("DRP012", "Two services have one number", "'{0}' has the number {1}, which '{2}' has already: give one of them another by [DatagramService(number)]");
    public static readonly DiagnosticDescriptor WrongToken = Error("DRP013", "A cancellation token is not the last parameter", "'{0}' may have one CancellationToken, as its last parameter");
    public static readonly DiagnosticDescriptor UselessToken = Error("DRP014", "A one-way method takes a cancellation token", "'{0}' is one-way: nothing can be cancelled once it is sent");
    public static readonly DiagnosticDescriptor Empty = Error("DRP015", "There is no method", "'{0}' has no method that could be called");

    private static DiagnosticDescriptor Error(string id, string title, string message) => GeneratorOutputs.Error(Category, id, title, message);
}
