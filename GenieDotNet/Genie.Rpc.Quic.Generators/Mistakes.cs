using Genie.Generators;
using Microsoft.CodeAnalysis;

namespace Genie.Rpc.Quic.Generators;

/// <summary>The diagnostics, each with what to do.</summary>
internal static class Mistakes
{
    private const string Category = "Genie.Rpc.Quic";

    public static readonly DiagnosticDescriptor NotPartial = Error("GQR001", "The type is not partial", "'{0}' must be partial, so that the other part can be generated");
    public static readonly DiagnosticDescriptor NoFunctionsBase = Error("GQR002", "The class has no base", "'{0}' must derive from QuicRpcFunctions");
    public static readonly DiagnosticDescriptor NoClientInterface = Error("GQR003", "The struct is no client", "'{0}' must implement IQuicRpcClient");
    public static readonly DiagnosticDescriptor DuplicateId = Error("GQR004", "Two functions have one number", "'{0}' has number {1}, which '{2}' has already: give it another");
    public static readonly DiagnosticDescriptor WrongFunctionReturn = Error("GQR005", "A function returns what cannot be sent", "'{0}' must return ValueTask, ValueTask<T> or IAsyncEnumerable<T>");
    public static readonly DiagnosticDescriptor WrongClientReturn = Error("GQR006", "A client's method returns what cannot be received", "'{0}' must return Task, Task<T>, ValueTask, ValueTask<T> or IAsyncEnumerable<T>");
    public static readonly DiagnosticDescriptor TooManyArguments = Error("GQR007", "A function has more than one argument", "'{0}' may have one argument and a CancellationToken after it: put several values into one type");
    public static readonly DiagnosticDescriptor MethodNotPartial = Error("GQR008", "A client's method is not partial", "'{0}' must be a partial method without a body");
    public static readonly DiagnosticDescriptor WrongRawFunction = Error("GQR009", "A raw function has the wrong shape", "'{0}' has IsStreaming: it must return ValueTask and take nothing but a CancellationToken, as it works on the context's Stream");
    public static readonly DiagnosticDescriptor WrongRawClient = Error("GQR010", "A raw client's method has the wrong shape", "'{0}' has IsStreaming: it must return Task<QuicStream> or ValueTask<QuicStream> and take nothing but a CancellationToken");
    public static readonly DiagnosticDescriptor RawOnInterface = Error("GQR011", "An interface has a raw function", "'{0}' has IsStreaming, which differs between the two sides: declare a class of functions and a client struct instead of an interface");
    public static readonly DiagnosticDescriptor Generic = Error("GQR012", "A type or function is generic", "'{0}' must not be generic: a number stands for one function");
    public static readonly DiagnosticDescriptor ByReference = Error("GQR013", "An argument is passed by reference", "The argument '{1}' of '{0}' must be passed by value");
    public static readonly DiagnosticDescriptor Static = Error("GQR014", "A function is static", "'{0}' must not be static");
    public static readonly DiagnosticDescriptor Nested = Error("GQR015", "The type is nested", "'{0}' must not stand within another type");
    public static readonly DiagnosticDescriptor NoNumber = Error("GQR016", "A method of an interface has no number", "'{0}' needs [QuicRpcFunction(number)], as every method of the interface is called through it");
    public static readonly DiagnosticDescriptor NotAMethod = Error("GQR017", "A member of an interface is no method", "'{0}' cannot be called: an interface with [QuicRpcFunction] has nothing but methods");
    public static readonly DiagnosticDescriptor WrongType = Error("GQR018", "The attribute stands on the wrong type", "'{0}' must be a class of functions, a client struct or an interface");
    public static readonly DiagnosticDescriptor Empty = new("GQR019", "There is no function", "'{0}' has no method with [QuicRpcFunction(number)]", Category, DiagnosticSeverity.Warning, isEnabledByDefault: true);

    private static DiagnosticDescriptor Error(string id, string title, string message) => GeneratorOutputs.Error(Category, id, title, message);
}
