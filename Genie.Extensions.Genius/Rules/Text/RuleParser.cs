using Genie.Extensions.Genius.Rules.Operands;

namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>Reads a condition by recursive descent. Source of the grammar: CEL's language definition, "Syntax"; precedence as there.</summary>
internal sealed class RuleParser
{
    // More than conditions may be nested in conditions, since parentheses without effect count here; few enough for any stack.
    private const int LevelsMax = 4 * Condition.NestingMax;

    private readonly RuleLexer _lexer;
    private readonly RuleOperands _operands;
    private RuleToken _token;
    private int _levels;

    public RuleParser(string text)
    {
        _lexer = new RuleLexer(text);
        _operands = new RuleOperands(this);
        _token = _lexer.Next();
    }

    /// <summary>The token that is next.</summary>
    public RuleToken Token => _token;

    /// <summary>Reads all of the text.</summary>
    public Condition Parse()
    {
        var condition = ParseOr();
        return _token.Kind == RuleTokenKind.End ? condition : throw Expected("&&, || or the end");
    }

    /// <summary>Reads a condition that is a part of something else.</summary>
    public Condition TakeCondition() => ParseOr();

    /// <summary>Goes on to the next token.</summary>
    public RuleToken Take()
    {
        var taken = _token;
        _token = _lexer.Next();
        return taken;
    }

    /// <summary>Goes on if the next token is a symbol.</summary>
    public bool TryTake(string symbol)
    {
        if (!_token.Is(symbol)) return false;
        Take();
        return true;
    }

    /// <summary>Goes on past a symbol that must come now.</summary>
    public void Expect(string symbol)
    {
        if (!TryTake(symbol)) throw Expected($"'{symbol}'");
    }

    /// <summary>The mistake of the token that is next.</summary>
    public RuleTextException Expected(string what) => Error(_token.Position, $"{what} is expected here, not {_token}.");

    /// <summary>A mistake at a position.</summary>
    public RuleTextException Error(int position, string reason, Exception? inner = null) => _lexer.Error(position, reason, inner);

    /// <summary>Items between brackets, with commas between them; one more comma may follow the last.</summary>
    public List<T> TakeList<T>(Func<T> takeItem)
    {
        Expect("[");
        var items = new List<T>();
        while (!_token.Is("]"))
        {
            items.Add(takeItem());
            if (!TryTake(",")) break;
        }

        Expect("]");
        return items;
    }

    private Condition ParseOr() => ParseChain("||", ParseAnd, static parts => new AnyOf(parts));

    private Condition ParseAnd() => ParseChain("&&", () => ParseUnary(isNegated: false), static parts => new AllOf(parts));

    private static Condition Only(List<Condition> parts, Func<IReadOnlyList<Condition>, Condition> join) => parts.Count == 1 ? parts[0] : join(parts);

    private Condition ParseChain(string symbol, Func<Condition> parsePart, Func<IReadOnlyList<Condition>, Condition> join)
    {
        var parts = new List<Condition> { parsePart() };
        while (TryTake(symbol)) parts.Add(parsePart());
        return Only(parts, join);
    }

    private Condition ParseUnary(bool isNegated)
    {
        if (++_levels > LevelsMax) throw Error(_token.Position, $"this is nested more than {LevelsMax} deep.");
        var condition = TryTake("!") ? new Not(ParseUnary(isNegated: true)) : ParsePrimary(isNegated);
        _levels--;
        return condition;
    }

    // CEL reads !kind == "a" as (!kind) == "a", which is no condition; another reading here would be another language.
    private void RefuseNegated(bool isNegated, RuleToken comparison)
    {
        if (isNegated) throw Error(comparison.Position, "'!' binds closer than a comparison: '(' is expected here, and ')' behind the comparison.");
    }

    private Condition ParsePrimary(bool isNegated)
    {
        if (TryTake("("))
        {
            var inner = ParseOr();
            Expect(")");
            return inner;
        }

        if (_token.Kind is RuleTokenKind.Text or RuleTokenKind.Number || _token.Is("-"))
        {
            RefuseNegated(isNegated, _token);
            return ParseReversed();
        }

        if (_token.Kind != RuleTokenKind.Identifier) throw Expected("a condition");
        if (_token.IsWord("true") || _token.IsWord("false")) return Take().Text == "true" ? new AllOf([]) : new AnyOf([]);
        if (_token.IsWord("has"))
        {
            Take();
            return _operands.TakeHas();
        }

        return ParseAttribute(isNegated);
    }

    // A literal first: "3.5 < value".
    private Condition ParseReversed()
    {
        var literal = _operands.TakeLiteral();
        var relation = TakeRelation();
        var attribute = _operands.TakeAttribute();
        return attribute.Compare(Reversed(relation), literal, this);
    }

    private Condition ParseAttribute(bool isNegated)
    {
        var first = _token;
        var attribute = _operands.TakeAttribute();
        if (attribute.HasPoint || TryTake(".")) return _operands.TakeCall(attribute);
        if (attribute.Operand is FactOperand { Field: null } fact) return new HasOperand(fact);
        if (attribute is { Operand: { } operand, IsNumber: false, OfText: null } && !IsRelation(_token) && !_token.IsWord("in")) return new OfOperand(operand, Comparison.Equal, true);
        RefuseNegated(isNegated, first);
        if (_token.IsWord("in"))
        {
            Take();
            if (_operands.TakeTable(attribute) is { } row) return row;
            var items = TakeList(_operands.TakeLiteral);
            return Only([.. items.Select(item => attribute.Compare("==", item, this))], static parts => new AnyOf(parts));
        }

        return CompareNext(attribute, TakeRelation());
    }

    // With a literal, or with another attribute.
    private Condition CompareNext(RuleAttribute attribute, string relation)
    {
        if (_token.Kind != RuleTokenKind.Identifier || _token.IsWord("true") || _token.IsWord("false")) return attribute.Compare(relation, _operands.TakeLiteral(), this);
        var position = _token.Position;
        return attribute.Compare(relation, _operands.TakeAttribute(), position, this);
    }

    private string TakeRelation()
    {
        if (IsRelation(_token)) return Take().Text;
        throw Expected("==, !=, <, <=, >, >= or in");
    }

    private static bool IsRelation(RuleToken token) => token.Kind == RuleTokenKind.Symbol && token.Text is "==" or "!=" or "<" or "<=" or ">" or ">=";

    private static string Reversed(string relation) => relation switch
    {
        "<" => ">",
        "<=" => ">=",
        ">" => "<",
        ">=" => "<=",
        _ => relation,
    };
}
