using Genie.Benchmarks.Load.Soak.Udp.State;
using Genie.Benchmarks.Load.Soak.Udp.Verdicts;

namespace Genie.Benchmarks.Commands.Soak;

/// <summary>The files of a soak: the result as JSON, as Markdown, and the state while there is something to go on with.</summary>
/// <param name="result">The result's path.</param>
internal sealed class UdpSoakFiles(string result)
{
    /// <summary>As JSON.</summary>
    public string Result => result;

    /// <summary>As Markdown.</summary>
    public string Markdown => Path.ChangeExtension(result, ".md");

    /// <summary>The state.</summary>
    public string State => result + ".state";

    /// <summary>True if there is a state.</summary>
    public bool HasState => File.Exists(State);

    /// <summary>Hours are not to be lost because there is nowhere to write them.</summary>
    /// <exception cref="BadArgumentException">The result could not be written.</exception>
    public void CheckWritable()
    {
        foreach (var file in (string[])[Result, Markdown, State])
        {
            if (Directory.Exists(file) || Path.GetFileName(file).Length == 0) throw new BadArgumentException($"--out: '{file}' is a folder; name a file in it.");
            try
            {
                // What is there stays as it is.
                var isNew = !File.Exists(file);
                using (new FileStream(file, FileMode.OpenOrCreate, FileAccess.Write, FileShare.ReadWrite))
                {
                }

                if (isNew) File.Delete(file);
            }
            catch (Exception error) when (error is IOException or UnauthorizedAccessException)
            {
                throw new BadArgumentException($"--out: '{file}' cannot be written: {error.Message}", error);
            }
        }
    }

    /// <summary>Replaces the state.</summary>
    public void WriteState(UdpSoakState state) => UdpSoakStateFile.Write(State, state);

    /// <summary>Removes the state.</summary>
    public void DeleteState() => File.Delete(State);

    /// <summary>Writes the result.</summary>
    public void WriteResult(UdpSoakResult soak)
    {
        File.WriteAllText(result, soak.ToJson() + "\n");
        File.WriteAllText(Markdown, UdpSoakText.Create(soak));
    }
}
