using System.ComponentModel;
using System.Diagnostics;
using System.Text.RegularExpressions;

namespace Genie.Geocoding.Maps.Import;

/// <summary>The layers within a file that GDAL reads: ogr2ogr would take all of them, one after the other.</summary>
internal static partial class OgrLayers
{
    /// <summary>Their names; empty where they cannot be listed, which reading the file then explains better.</summary>
    /// <param name="program">ogr2ogr; ogrinfo stands beside it.</param>
    /// <param name="file">The file.</param>
    public static IReadOnlyList<string> List(string program, string file)
    {
        var start = new ProcessStartInfo(Path.Combine(Path.GetDirectoryName(program) ?? "", "ogrinfo")) { RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var argument in new[] { "-ro", "-q", OgrProcess.SourceOf(file) }) start.ArgumentList.Add(argument);
        try
        {
            using var info = Process.Start(start)!;
            info.ErrorDataReceived += static (_, _) => { };
            info.BeginErrorReadLine();
            var text = info.StandardOutput.ReadToEnd();
            info.WaitForExit();
            return info.ExitCode == 0 ? [.. Line().Matches(text).Select(match => match.Groups["name"].Value)] : [];
        }
        catch (Win32Exception)
        {
            return [];
        }
    }

    // "1: counties (Multi Polygon)", or "1: counties".
    [GeneratedRegex(@"^\d+: (?<name>.+?)(?: \([^()]*\))?\r?$", RegexOptions.Multiline)]
    private static partial Regex Line();
}
