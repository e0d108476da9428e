using Microsoft.CodeAnalysis;

namespace Genie.Generators;

/// <summary>A number that a declaration has taken; a compilation may have each once.</summary>
internal sealed record TakenId(int Id, string FullName, Origin Origin)
{
    /// <summary>What to say of those that have a number which one before them, by name, has already.</summary>
    /// <param name="ids">All of a compilation's.</param>
    /// <param name="descriptor">Its arguments: the name, the number, and who has it already.</param>
    public static IEnumerable<Mistake> Duplicates(IEnumerable<TakenId> ids, DiagnosticDescriptor descriptor) =>
        from id in ids
        orderby id.FullName
        group id by id.Id into same
        let first = same.First()
        from other in same.Skip(1)
        select new Mistake(descriptor, other.Origin, new([other.FullName, other.Id.ToString(), first.FullName]));
}
