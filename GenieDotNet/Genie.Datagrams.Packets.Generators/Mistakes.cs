using Genie.Generators;
using Microsoft.CodeAnalysis;

namespace Genie.Datagrams.Packets.Generators;

/// <summary>The diagnostics, each with what to do. The first argument is the name of what is wrong.</summary>
internal static class Mistakes
{
    private const string Category = "Genie.Datagrams.Packets";

    public static readonly DiagnosticDescriptor NotPartial = Error("GDP001", "The type is not partial", "'{0}' must be partial, so that the other part can be generated");
    public static readonly DiagnosticDescriptor NotARecord = Error("GDP002", "The type is no record", "'{0}' must be a record or a record struct");
    public static readonly DiagnosticDescriptor Generic = Error("GDP003", "The type is generic", "'{0}' must not be generic: a description stands for one format");
    public static readonly DiagnosticDescriptor Nested = Error("GDP004", "The type cannot be reached", "'{0}' must not stand within another type, nor be local to a file");
    public static readonly DiagnosticDescriptor Inherits = Error("GDP005", "The record inherits", "'{0}' must not derive from another record, nor be abstract: put the common members into a member");
    public static readonly DiagnosticDescriptor WrongId = Error("GDP006", "The id is out of range", "'{0}' has the id {1}: ids are 0 to 16383");
    public static readonly DiagnosticDescriptor DuplicateId = Error("GDP007", "Two packets have one id", "'{0}' has the id {1}, which '{2}' has already: give it another");
    public static readonly DiagnosticDescriptor HalfRange = Error("GDP008", "A range has one end", "'{0}' needs both Min and Max, or neither");
    public static readonly DiagnosticDescriptor EmptyRange = Error("GDP009", "A range is empty", "Min of '{0}' must be less than its Max, and both must be finite");
    public static readonly DiagnosticDescriptor WrongBounds = Error("GDP010", "A range does not suit the type", "Min and Max of '{0}' must be values of {1}");
    public static readonly DiagnosticDescriptor NoNumber = Error("GDP011", "What has a range is no number", "'{0}' is no number: Min, Max and Precision are for whole numbers, float and double");
    public static readonly DiagnosticDescriptor NotQuantized = Error("GDP012", "A range and a precision go together", "'{0}' needs Min, Max and Precision, or none of them; whole numbers have no Precision");
    public static readonly DiagnosticDescriptor WrongPrecision = Error("GDP013", "The precision cannot be had", "Precision of '{0}' must be above zero, not above the range, and not finer than {1} has it there");
    public static readonly DiagnosticDescriptor UnboundedText = Error("GDP014", "A string has no bound", "'{0}' needs MaxBytes, 1 to 65535");
    public static readonly DiagnosticDescriptor UnboundedList = Error("GDP015", "An array has no bound", "'{0}' needs MaxCount, 1 to 65535");
    public static readonly DiagnosticDescriptor UnusedBound = Error("GDP016", "A bound has no use", "'{0}' has {1}, which is for {2}");
    public static readonly DiagnosticDescriptor UnsupportedType = Error("GDP017", "A type is not supported", "'{0}' is of the type {1}, which the generator does not know: make it a packet, or give the member a Serializer");
    public static readonly DiagnosticDescriptor ListOfLists = Error("GDP018", "An array has arrays", "'{0}' has arrays within an array: make a packet of the inner one");
    public static readonly DiagnosticDescriptor Recursive = Error("GDP019", "A packet contains itself", "'{0}' leads back to {1}, which would then have no bound");
    public static readonly DiagnosticDescriptor NestedEmpty = Error("GDP020", "A member is an empty packet", "'{0}' is of the type {1}, which has no members and says nothing");
    public static readonly DiagnosticDescriptor EmptyEnum = Error("GDP021", "An enumeration is empty", "'{0}' is of the enumeration {1}, which has no values");
    public static readonly DiagnosticDescriptor WrongSerializer = Error("GDP022", "The serializer is for another type", "The serializer of '{0}' must implement IPacketMemberSerializer<{1}>");
    public static readonly DiagnosticDescriptor NotSettable = Error("GDP023", "A member cannot be set", "'{0}' must have an init or set accessor, and a parameter of the primary constructor must not be ignored");
    public static readonly DiagnosticDescriptor NoConstructor = Error("GDP024", "The record cannot be made", "'{0}' needs a primary constructor, or one without parameters");
    public static readonly DiagnosticDescriptor SeveralParts = Error("GDP025", "Members stand in several parts", "The members of '{0}' must stand in one part of it, as their order is the format");
    public static readonly DiagnosticDescriptor ReservedName = Error("GDP026", "A member has a name that is taken", "'{0}' of '{1}' must have another name: the type itself, or something that is generated, has this one");
    public static readonly DiagnosticDescriptor BadXml = Error("GDP027", "The description is no XML", "{0}");
    public static readonly DiagnosticDescriptor UnknownXml = Error("GDP028", "The description has what nobody knows", "'{0}' is unknown here: {1}");
    public static readonly DiagnosticDescriptor WrongXml = Error("GDP029", "A value in the description is missing or wrong", "{0} of <{1}> must be {2}");
    public static readonly DiagnosticDescriptor DuplicateName = Error("GDP030", "A name is there twice", "'{0}' is there already: names must differ in more than upper and lower case");

    private static DiagnosticDescriptor Error(string id, string title, string message) => GeneratorOutputs.Error(Category, id, title, message);
}
