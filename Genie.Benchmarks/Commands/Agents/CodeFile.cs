using Genie.Benchmarks.Agents.Enrolment;

namespace Genie.Benchmarks.Commands.Agents;

/// <summary>An enrolment code in a file.</summary>
internal static class CodeFile
{
    /// <summary>Reads it.</summary>
    /// <exception cref="BadArgumentException">There is none in it.</exception>
    public static string Read(string path)
    {
        try
        {
            return EnrolmentCode.Normalise(File.ReadLines(path).FirstOrDefault() ?? "");
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or FormatException)
        {
            throw new BadArgumentException($"--code-file {path}: {error.Message}", error);
        }
    }
}
