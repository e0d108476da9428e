using System.Runtime.CompilerServices;

namespace Genie.Datagrams.Packets;

/// <summary>Floats as numbers of steps. Both ends of the range are exact. Inlined where ends and steps are constants, no division is left.</summary>
internal static class Quantization
{
    /// <summary>The nearest step; false for what is out of range by half a step or more, and for what is no number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryQuantize(double value, double min, double max, ulong steps, out ulong step)
    {
        var nearest = Math.Round((value - min) * (steps / (max - min)));
        var isWithin = nearest >= 0 && nearest <= steps;
        step = isWithin ? (ulong)nearest : 0;
        return isWithin;
    }

    /// <summary>The value of a step.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Restore(ulong step, double min, double max, ulong steps) => step == steps ? max : min + (step * ((max - min) / steps));
}
