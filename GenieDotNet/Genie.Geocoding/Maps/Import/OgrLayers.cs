using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;

namespace Genie.Geocoding.Maps.Import;

/// <summary>A layer within a file that GDAL reads.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Features">How many features the file says that it has, or null.</param>
internal sealed record OgrLayer(string Name, long? Features);

/// <summary>The layers within a file that GDAL reads: ogr2ogr would take all of them, one after the other.</summary>
internal static partial class OgrLayers
{
    /// <summary>Lists them; empty where they cannot be listed, which reading the file then explains better.</summary>
    /// <param name="program">ogr2ogr; ogrinfo stands beside it.</param>
    /// <param name="file">The file.</param>
    public static IReadOnlyList<OgrLayer> Read(string program, string file)
    {
        var start = new ProcessStartInfo(Path.Combine(Path.GetDirectoryName(program) ?? "", "ogrinfo")) { RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var argument in new[] { "-ro", "-so", "-al", OgrProcess.SourceOf(file) }) start.ArgumentList.Add(argument);
        try
        {
            using var info = Process.Start(start)!;
            info.ErrorDataReceived += static (_, _) => { };
            info.BeginErrorReadLine();
            var text = info.StandardOutput.ReadToEnd();
            info.WaitForExit();
            return info.ExitCode == 0 ? [.. Layer().Matches(text).Select(match => new OgrLayer(match.Groups["name"].Value, ReadCount(match.Groups["count"])))] : [];
        }
        catch (Win32Exception)
        {
            return [];
        }
    }

    private static long? ReadCount(Group count) => long.TryParse(count.ValueSpan, NumberStyles.None, CultureInfo.InvariantCulture, out var features) ? features : null;

    // A layer's name, and its number of features some lines further on.
    [GeneratedRegex(@"^Layer name: (?<name>.*?)\r?$(?:(?!\nLayer name: ).)*?(?:\nFeature Count: (?<count>\d+)|(?=\nLayer name: )|\z)", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Layer();
}
