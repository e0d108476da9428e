using System.ComponentModel;
using System.Diagnostics;
using System.Text;

namespace Genie.Geocoding.Maps.Import;

/// <summary>GDAL's <c>ogr2ogr</c>, which reads a file of any kind it knows and writes a GeoJSON text sequence in degrees of WGS 84.</summary>
internal sealed class OgrProcess : IDisposable
{
    private const int MaxErrorCharacters = 2000;

    private const int MaxWarnings = 20;

    private readonly Process _process;
    private readonly StringBuilder _errors = new();
    private readonly HashSet<string> _warnings = [];
    private bool _hasError;

    private OgrProcess(Process process) => _process = process;

    /// <summary>What it writes.</summary>
    public Stream Output => _process.StandardOutput.BaseStream;

    /// <summary>Starts it.</summary>
    /// <param name="program">The program.</param>
    /// <param name="file">The file to read; an archive (.zip) is read as it is.</param>
    /// <param name="layer">The layer within the file, or null for all.</param>
    /// <exception cref="MapFormatException">It is not installed.</exception>
    public static OgrProcess Start(string program, string file, string? layer)
    {
        var start = new ProcessStartInfo(program) { RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var argument in new[] { "-f", "GeoJSONSeq", "-t_srs", "EPSG:4326", "-dim", "XY", "-lco", "COORDINATE_PRECISION=15", "/vsistdout/", SourceOf(file) }) start.ArgumentList.Add(argument);
        if (layer is not null) start.ArgumentList.Add(layer);
        try
        {
            var ogr = new OgrProcess(Process.Start(start)!);
            ogr._process.ErrorDataReceived += (_, line) => ogr.Note(line.Data);
            ogr._process.BeginErrorReadLine();
            return ogr;
        }
        catch (Win32Exception exception)
        {
            throw new MapFormatException($"'{Path.GetFileName(file)}' can only be read by GDAL's ogr2ogr, which is not installed. On Debian: apt-get install gdal-bin. Or convert it elsewhere to GeoJSON.", exception);
        }
    }

    /// <summary>What GDAL calls a file: an archive is read as it is.</summary>
    public static string SourceOf(string file) => file.EndsWith(".zip", StringComparison.OrdinalIgnoreCase) ? $"/vsizip/{Path.GetFullPath(file)}" : Path.GetFullPath(file);

    /// <summary>Waits for its end, once its output was read to the end.</summary>
    /// <param name="warn">Gets its warnings.</param>
    /// <exception cref="MapFormatException">It failed, or left out what it could not read; the message is its own.</exception>
    public void ThrowIfFailed(Action<string>? warn)
    {
        _process.WaitForExit();
        lock (_errors)
        {
            // It goes on after an error in a feature, and ends as if nothing had happened.
            if (_process.ExitCode != 0 || _hasError) throw new MapFormatException($"ogr2ogr could not read the file, or not all of it: {_errors.ToString().Trim()}");
            foreach (var warning in _warnings) warn?.Invoke($"ogr2ogr: {warning}");
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (!_process.HasExited) _process.Kill(entireProcessTree: true);
        _process.Dispose();
    }

    private void Note(string? line)
    {
        if (line is null) return;
        lock (_errors)
        {
            if (line.StartsWith("Warning ", StringComparison.Ordinal))
            {
                if (_warnings.Count < MaxWarnings) _warnings.Add(line);
                return;
            }

            _hasError |= line.StartsWith("ERROR ", StringComparison.Ordinal);
            if (_errors.Length < MaxErrorCharacters) _errors.AppendLine(line);
        }
    }
}
