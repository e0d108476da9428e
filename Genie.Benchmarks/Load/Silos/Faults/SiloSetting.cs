namespace Genie.Benchmarks.Load.Silos.Faults;

/// <summary>What a cluster must be for a fault to happen to it.</summary>
internal enum SiloSetting
{
    /// <summary>Any.</summary>
    Plain,

    /// <summary>With proxies between its silos.</summary>
    Divisible,

    /// <summary>Of a release that knows the first version of events only, in a database of its own. One fault ends it.</summary>
    OlderRelease,
}
