using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Genie.Brokers.Aeron.Messaging;

/// <summary>What a polling thread does between two looks. Used by one thread.</summary>
internal sealed partial class IdleWait(AeronIdle strategy)
{
    private const int SpinsMax = 20;
    private const int SpinIterations = 8;

    // A thread that sleeps is late by the time that the operating system needs to wake it, some 50 us.
    private static readonly TimeSpan AwakeMax = TimeSpan.FromMicroseconds(50);
    private const long SleepNanosecondsMin = 1_000;
    private const long SleepNanosecondsMax = 200_000;

    private int _spins;
    private long _idleSince;
    private long _sleepNanoseconds;

    /// <summary>Waits, unless something was done.</summary>
    /// <param name="workDone">How much was done since the last call.</param>
    public void After(int workDone)
    {
        if (workDone > 0) (_spins, _idleSince) = (0, 0);
        else if (strategy == AeronIdle.Spin) Thread.SpinWait(1);
        else if (strategy == AeronIdle.Yield) Thread.Yield();
        else BackOff();
    }

    private void BackOff()
    {
        if (_spins < SpinsMax)
        {
            _spins++;
            Thread.SpinWait(SpinIterations);
            return;
        }

        if (_idleSince == 0) (_idleSince, _sleepNanoseconds) = (Stopwatch.GetTimestamp(), SleepNanosecondsMin);
        if (Stopwatch.GetElapsedTime(_idleSince) < AwakeMax)
        {
            Thread.Yield();
            return;
        }

        Sleep(_sleepNanoseconds);
        _sleepNanoseconds = Math.Min(2 * _sleepNanoseconds, SleepNanosecondsMax);
    }

    // Thread.Sleep knows milliseconds only, a thousand times what a message takes.
    private static void Sleep(long nanoseconds)
    {
        if (OperatingSystem.IsWindows())
        {
            Thread.Sleep(1);
            return;
        }

        var time = new TimeSpec(0, (nint)nanoseconds);
        _ = NanoSleep(in time, 0);
    }

    [LibraryImport("libc", EntryPoint = "nanosleep")]
    private static partial int NanoSleep(in TimeSpec time, nint remaining);

    private readonly record struct TimeSpec(nint Seconds, nint Nanoseconds);
}
