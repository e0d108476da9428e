using System.Globalization;

namespace DatagramEcho;

/// <summary>A line for each library, with what ours takes by what it takes.</summary>
internal static class ResultTable
{
    /// <summary>The columns.</summary>
    /// <param name="message">What is counted, such as <c>echo</c>.</param>
    /// <param name="messages">Several of them.</param>
    /// <param name="extra">The name of <see cref="Measured.Extra"/>.</param>
    public static string Header(string message, string messages, string extra) => $"library\tCPU us/{message} (median)\tlowest\thighest\t{messages}/s (median)\tlowest\thighest\tallocated bytes/{message}\t{extra}\tcompared with\tCPU, ours to theirs\t{messages}/s, ours to theirs";

    /// <summary>Writes the lines.</summary>
    /// <param name="results">Of one run.</param>
    /// <param name="extraFormat">Of <see cref="Measured.Extra"/>, whose mean is told.</param>
    /// <param name="prefix">What each line begins with.</param>
    /// <returns>Whether all libraries were measured.</returns>
    public static bool Write(IReadOnlyList<LibraryResult> results, string extraFormat, string prefix = "")
    {
        foreach (var result in results)
        {
            if (result.Failure is { } failure) Console.WriteLine($"{prefix}{result.Name}\tfailed: {failure}");
            else Console.WriteLine(prefix + Line(result, Baseline(results, result), extraFormat));
        }

        return results.All(result => result.Failure is null);
    }

    private static string Line(LibraryResult result, LibraryResult? ours, string extraFormat)
    {
        var cpu = result.Measured.Select(measured => measured.CpuMicroseconds).Order().ToList();
        var rates = result.Measured.Select(measured => measured.PerSecond).Order().ToList();
        var line = string.Create(CultureInfo.InvariantCulture,
            $"{result.Name}\t{Median(cpu):F2}\t{cpu[0]:F2}\t{cpu[^1]:F2}\t{Median(rates):F0}\t{rates[0]:F0}\t{rates[^1]:F0}\t{result.Measured.Average(measured => measured.AllocatedBytes):F1}\t{result.Measured.Average(measured => measured.Extra).ToString(extraFormat, CultureInfo.InvariantCulture)}");
        if (ours is null) return line + "\t-\t-\t-";
        return string.Create(CultureInfo.InvariantCulture, $"{line}\t{ours.Name}\t{Ratio(ours, result, measured => measured.CpuMicroseconds):F2}\t{Ratio(ours, result, measured => measured.PerSecond):F2}");
    }

    /// <summary>Ours that encrypts beside what encrypts, and the other one beside the others.</summary>
    private static LibraryResult? Baseline(IReadOnlyList<LibraryResult> results, LibraryResult theirs) => theirs.Library.IsOurs ? null
        : results.FirstOrDefault(result => result is { Library.IsOurs: true, Failure: null } && result.Library.IsEncrypted == theirs.Library.IsEncrypted);

    /// <summary>The median of the rounds' ratios: two libraries in one round have met the same machine.</summary>
    private static double Ratio(LibraryResult ours, LibraryResult theirs, Func<Measured, double> figure) =>
        Median([.. ours.Measured.Zip(theirs.Measured, (our, their) => figure(our) / figure(their)).Order()]);

    private static double Median(List<double> ordered) => ordered[ordered.Count / 2];
}
