using Genie.Benchmarks.Load.Calls;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>A table of calls that is asked for.</summary>
/// <param name="Plan">What is measured.</param>
/// <param name="Path">What is to stand between client and server at a distance; null: whatever is best here.</param>
/// <param name="CommandLine">The arguments that say all this.</param>
/// <param name="Folder">Where results go.</param>
/// <param name="JsonFile">The results' file, <c>-</c> for standard output, null for one in <paramref name="Folder"/>.</param>
/// <param name="IsQuiet">True to print errors only.</param>
internal sealed record CallTableRequest(CallTablePlan Plan, CallPath? Path, string CommandLine, string Folder, string? JsonFile, bool IsQuiet);
