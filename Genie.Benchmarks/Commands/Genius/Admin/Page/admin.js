import { listenForDeliveries, refreshDeliveries } from "/admin/deliveries.js";
import { byId, countOf, fillRows, make, show, tell } from "/admin/dom.js";
import { listenForFacts, watchFacts } from "/admin/facts.js";
import { listenForFences, refreshFences, refreshKeys } from "/admin/fences.js";
import { listenForRules, refreshRules } from "/admin/rules.js";
import { call, hasKey, ServiceError, useKey } from "/admin/services.js";

const intervalMilliseconds = 5000;
let position, refreshing = null;

const definitionColumns = [
  { name: "definition", of: definition => definition.name },
  { name: "kind", of: definition => definition.kind },
  { name: "version", kind: "number", of: definition => definition.version },
  { name: "state", of: progressOf },
];

function progressOf({ backfill }) {
  if (!backfill || backfill.isLive) return "live";
  const share = position > 0 ? backfill.position / position : 1;
  return make("span", {}, make("progress", { max: Math.max(Number(position), 1), value: Number(backfill.position), ariaLabel: `backfill of ${backfill.name}` }), ` takes in what was before: ${Math.floor(share * 100)} %, position ${countOf(backfill.position)} of ${countOf(position)}`);
}

async function refreshStatus() {
  const status = await call("GET", "status");
  position = status.position;
  const idOf = each => `${each.kind} ${each.name} ${each.version}`, backfills = new Map(status.backfills.map(each => [idOf(each), each]));
  const definitions = [...status.definitions, ...status.ruleSequences];
  fillRows("backfills-rows", definitions.map(each => ({ ...each, backfill: backfills.get(idOf(each)) })), idOf, definitionColumns);
  show("backfills-none", definitions.length === 0);
}

// Each for itself: a key opens what its scopes say.
const sections = { backfills: refreshStatus, rules: refreshRules, fences: refreshFences, deliveries: refreshDeliveries, keys: refreshKeys };

async function refresh() {
  const errors = await Promise.all(Object.entries(sections).map(async ([name, run]) => {
    try {
      await run();
      tell(`${name}-error`);
    } catch (error) {
      const isUnreached = !(error instanceof ServiceError);
      if (!isUnreached && error.status !== 401) tell(`${name}-error`, error);
      return isUnreached ? 0 : error.status;
    }
  }));
  const isUnreached = errors.includes(0), wantsKey = errors.includes(401);
  byId("state").textContent = isUnreached ? "cannot be reached; it is tried again" : wantsKey ? "an API key is needed" : "connected";
  byId("state").className = isUnreached || wantsKey ? "" : "open";
  show("key-form", wantsKey || hasKey());
  return !wantsKey;
}

// One at a time: what takes longer than the interval is not begun again.
function refreshOnce() { return refreshing ??= refresh().finally(() => { refreshing = null; }); }

async function begin() {
  if (await refreshOnce()) watchFacts(position);
}

listenForRules();
listenForFences();
listenForFacts();
listenForDeliveries();
byId("key-form").addEventListener("submit", event => {
  event.preventDefault();
  useKey(byId("key").value);
  byId("key").value = "";
  begin();
});
addEventListener("rules-changed", () => refreshFences().catch(error => tell("fences-error", error)));
setInterval(() => { if (!document.hidden) refreshOnce(); }, intervalMilliseconds);
begin();
