namespace Genie.Rpc.Quic;

/// <summary>Awaits what is known to fail, or may: its error was reported already.</summary>
internal static class Quietly
{
    public static async ValueTask AwaitAsync(ValueTask work)
    {
        try
        {
            await work;
        }
        catch (Exception e) when (ConnectionLoss.Is(e) || e is OperationCanceledException or InvalidOperationException or QuicRpcException)
        {
            // Reported by what ended it.
        }
    }
}
