import { ask, byId, countOf, fillRows, instantOf, make, show, tell } from "/admin/dom.js";
import { call } from "/admin/services.js";

const modes = { RULE_ACTIVE: "enabled", RULE_SHADOW: "shadow", RULE_DISABLED: "disabled" };
const rules = [];
let pages = 1;

const pathOf = id => `rules/${encodeURIComponent(id)}`;

const columns = [
  { name: "rule", of: rule => rule.id },
  { name: "state", of: stateOf },
  { name: "fired", kind: "number", of: rule => countOf(rule.mode === "RULE_SHADOW" ? rule.shadowMatches : rule.matches) },
  { name: "condition", of: rule => make("code", { textContent: rule.text || "(this server cannot read it)" }) },
  { name: "changed", kind: "time", of: rule => `${instantOf(rule.changedAt)}, version ${rule.version}` },
  {
    name: "do", kind: "actions", actions: rule => [
      ...Object.entries({ RULE_ACTIVE: "enable", RULE_SHADOW: "shadow", RULE_DISABLED: "disable" }).filter(([mode]) => mode !== rule.mode)
        .map(([mode, text]) => ({ text, label: `${text} ${rule.id}`, run: each => change(() => call("POST", `${pathOf(each.id)}:setMode`, { mode }), `${each.id}: ${modes[mode]}`) })),
      { text: "edit", label: `edit ${rule.id}`, run: edit },
      { text: "remove", label: `remove ${rule.id}`, run: remove },
    ],
  },
];

function stateOf(rule) {
  const state = make("span", { className: `badge ${modes[rule.mode]}`, textContent: modes[rule.mode] });
  const [word, reason] = rule.quarantineReason ? ["quarantined", rule.quarantineReason] : ["warning", rule.warning];
  if (!reason) return state;
  return make("span", {}, state, " ", make("span", { className: `badge ${word}`, textContent: word, title: reason }), " ", make("small", { textContent: reason }));
}

export async function refreshRules() {
  const read = [];
  let answer = { hasMore: true };
  for (let page = 0; page < pages && answer.hasMore; page++) {
    const after = read.at(-1)?.id;
    answer = await call("GET", after === undefined ? "rules" : `rules?after_id=${encodeURIComponent(after)}`);
    read.push(...answer.rules);
  }
  rules.splice(0, rules.length, ...read);
  byId("rules-version").textContent = `${countOf(rules.length)}${answer.hasMore ? " and more" : ""}, version ${answer.version} of their stream`;
  byId("rollback-version").max = answer.version;
  fillRows("rules-rows", rules, rule => rule.id, columns);
  show("rules-none", rules.length === 0);
  show("rules-more", answer.hasMore);
}

async function change(make, told) {
  try {
    await make();
    byId("rule-result").textContent = told;
    tell("rules-error");
    await refreshRules();
    dispatchEvent(new Event("rules-changed"));
  } catch (error) {
    tell("rules-error", error);
  }
}

function edit(rule) {
  byId("rule-id").value = rule.id;
  byId("rule-text").value = rule.text;
  byId("rule-mode").value = rule.mode;
  showMistake();
  byId("rule-text").focus();
}

async function remove(rule) {
  if (await ask(`Remove the rule ${rule.id}? A rollback to version ${rule.version} brings it back.`, "Remove")) await change(() => call("DELETE", pathOf(rule.id)), `${rule.id}: removed`);
}

// A mistake in a condition is told with its line and column, to which the caret goes.
function showMistake(error) {
  const text = byId("rule-text"), at = error && /Line (\d+), column (\d+)/.exec(error.message);
  tell("rule-error", error);
  text.setAttribute("aria-invalid", String(Boolean(error)));
  if (!at) return;
  const lines = text.value.split("\n"), before = lines.slice(0, at[1] - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const start = Math.min(text.value.length, before + Number(at[2]) - 1);
  text.focus();
  text.setSelectionRange(start, Math.min(text.value.length, start + 1));
}

async function submit(run) {
  byId("rule-result").textContent = "";
  try {
    await run();
    showMistake();
  } catch (error) {
    showMistake(error);
  }
}

export function listenForRules() {
  byId("rule-form").addEventListener("submit", event => {
    event.preventDefault();
    const id = byId("rule-id").value;
    submit(async () => {
      const put = await call("PUT", pathOf(id), { text: byId("rule-text").value, mode: byId("rule-mode").value });
      await change(async () => {}, `${put.id}: ${put.text}`);
    });
  });
  byId("rule-try").addEventListener("click", () => submit(async () => {
    const tried = await call("POST", "rules:dryRun", { rule: { text: byId("rule-text").value } });
    byId("rule-result").textContent = `Would have matched ${countOf(tried.matches)} of ${countOf(tried.events)} events, of ${countOf(tried.keys)} keys.`;
  }));
  byId("rollback-form").addEventListener("submit", async event => {
    event.preventDefault();
    const version = byId("rollback-version").value;
    if (!await ask(`Make all rules what they were at version ${version}?`, "Roll back")) return;
    try {
      const answer = await call("POST", "rules:rollBack", { version });
      await change(async () => {}, "");
      byId("rollback-result").textContent = `${countOf(answer.changed)} rules changed; this is version ${answer.version}.`;
    } catch (error) {
      byId("rollback-result").textContent = error.message;
    }
  });
  byId("rules-more").addEventListener("click", () => {
    pages++;
    change(async () => {}, "");
  });
}
