using Genie.Brokers.Aeron.Messaging;

namespace Genie.Brokers.Aeron.Tests.Protocol;

public sealed class AssemblerTests
{
    private const byte Begin = 0x80;
    private const byte End = 0x40;

    [Fact]
    public void Fragments_of_different_sessions_do_not_mix()
    {
        var assembler = new MessageAssembler();
        Assert.False(assembler.TryAssemble(1, Begin, [1], out _));
        Assert.False(assembler.TryAssemble(2, Begin, [10], out _));
        Assert.False(assembler.TryAssemble(1, 0, [2], out _));
        Assert.True(assembler.TryAssemble(3, Begin | End, [9], out var whole));
        Assert.Equal([9], whole.ToArray());
        Assert.True(assembler.TryAssemble(2, End, [11], out whole));
        Assert.Equal([10, 11], whole.ToArray());
        Assert.True(assembler.TryAssemble(1, End, [3], out whole));
        Assert.Equal([1, 2, 3], whole.ToArray());
    }

    [Fact]
    public void What_began_before_this_side_listened_is_dropped_to_its_end()
    {
        var assembler = new MessageAssembler();
        Assert.False(assembler.TryAssemble(1, 0, [2], out _));
        Assert.False(assembler.TryAssemble(1, End, [3], out _));
        Assert.False(assembler.TryAssemble(1, Begin, [4], out _));
        assembler.Discard(1);
        Assert.False(assembler.TryAssemble(1, End, [5], out _));
        Assert.True(assembler.TryAssemble(1, Begin | End, [6], out var whole));
        Assert.Equal([6], whole.ToArray());
    }
}
