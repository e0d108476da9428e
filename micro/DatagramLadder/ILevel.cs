namespace DatagramLadder;

/// <summary>A way to have a message echoed by the other process.</summary>
internal interface ILevel : IAsyncDisposable
{
    string Name { get; }

    /// <summary>Sends a message, reliably where there is a choice, and awaits its echo. One at a time.</summary>
    /// <exception cref="InvalidDataException">Something else came back.</exception>
    ValueTask EchoAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken);
}
