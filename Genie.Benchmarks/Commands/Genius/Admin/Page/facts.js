import { byId, countOf, instantOf, make, tell } from "/admin/dom.js";
import { lines, ServiceError } from "/admin/services.js";

const keptMax = 500, pauseMilliseconds = 2000, earlier = 2000, drawMilliseconds = 200;
const changes = { CHANGE_ENTERED: "entered", CHANGE_DWELLED: "dwells in", CHANGE_LEFT: "left", CHANGE_CROSSED: "crossed" };
const facts = [];
let isPaused = false, position = null, ending = null, drawing = 0;

const kinds = {
  rulesMatched: { name: "rules matched", key: fact => fact.key, of: fact => `${fact.key}: ${fact.kind}${fact.value === undefined ? "" : ` ${fact.value}`} matched ${(fact.rules ?? []).join(", ")}` },
  windowClosed: { name: "window closed", key: fact => fact.key, of: fact => `${fact.key}: ${fact.window}${fact.isRetracted ? " taken back" : ""}, ${instantOf(fact.start)} to ${instantOf(fact.end)}: ${fact.count === "1" ? "1 event" : `${countOf(fact.count)} events`}, sum ${fact.sum ?? 0}${fact.revision > 1 ? `, revision ${fact.revision}` : ""}` },
  fenceTransitioned: { name: "fence", key: fact => fact.key, of: fact => `${fact.key} ${changes[fact.change] ?? fact.change} ${fact.fence} (${fact.geofence})` },
  patternMatched: { name: "pattern", key: fact => fact.key, of: fact => `${fact.key}: ${fact.pattern} came` },
  factMatched: { name: "rules matched by a fact", key: fact => fact.key, of: fact => `${fact.key}: ${causeOf(fact)} ${[fact.rules && `matched ${fact.rules.join(", ")}`, fact.retractedRules && `matches no longer ${fact.retractedRules.join(", ")}`].filter(Boolean).join(", ")}` },
  absenceNoticed: { name: "absence", key: fact => fact.key, of: fact => `${fact.key}: ${fact.pattern} did not come by ${instantOf(fact.deadline)}` },
};

// What the fact is of that rules hold by; one of a version of later than this page is told without.
function causeOf({ windowClosed, fenceTransitioned, patternMatched, absenceNoticed }) {
  if (windowClosed) return `window ${windowClosed.window}, ${instantOf(windowClosed.start)} to ${instantOf(windowClosed.end)},`;
  if (fenceTransitioned) return `${changes[fenceTransitioned.change] ?? fenceTransitioned.change} ${fenceTransitioned.fence}, which`;
  if (patternMatched) return `pattern ${patternMatched.pattern}`;
  return absenceNoticed ? `absence ${absenceNoticed.pattern}` : "a fact";
}

function read(output) {
  const kind = Object.keys(kinds).find(each => output[each]);
  return kind && { output, kind, key: kinds[kind].key(output[kind]) ?? "", text: kinds[kind].of(output[kind]) };
}

function itemOf(fact) {
  if (fact.item) return fact.item;
  const details = make("details", {}, make("summary", { textContent: `position ${fact.output.position}` }));

  // Most are never opened.
  details.addEventListener("toggle", () => details.append(make("pre", { textContent: JSON.stringify(fact.output, null, 2) })), { once: true });
  return fact.item = make("li", { className: fact.output.isBackfilled ? "backfilled" : "" }, make("time", { dateTime: fact.output.recordedAt, textContent: instantOf(fact.output.recordedAt) }), fact.text, details);
}

function draw() {
  drawing = 0;
  if (isPaused) return;
  const kind = byId("facts-kind").value, key = byId("facts-key").value;
  const wanted = facts.filter(fact => (!kind || fact.kind === kind) && fact.key.startsWith(key)).reverse();
  byId("facts-list").replaceChildren(...wanted.map(itemOf));
  byId("facts-count").textContent = `${countOf(wanted.length)} of the last ${countOf(facts.length)}`;
}

function redraw() { drawing ||= setTimeout(draw, drawMilliseconds); }

function take(output) {
  position = output.position;
  const fact = read(output);
  if (!fact) return;
  facts.push(fact);
  if (facts.length > keptMax) facts.shift();
  redraw();
}

// Facts from shortly before a position on, or those to come where it is not known; goes on after a lost connection where it was.
export async function watchFacts(last) {
  ending?.abort();
  const own = ending = new AbortController();
  position ??= last === undefined ? -1 : Math.max(0, Number(last) - earlier);
  while (!own.signal.aborted) {
    try {
      for await (const output of lines(`outputs?after_position=${position}`, own.signal)) {
        tell("facts-error");
        take(output);
      }
    } catch (error) {
      if (own.signal.aborted) return;
      tell("facts-error", error instanceof ServiceError ? error : new Error("The server cannot be reached; it is tried again."));
      if (error.status === 401 || error.status === 403) return;
    }
    await new Promise(resolve => setTimeout(resolve, pauseMilliseconds));
  }
}

export function listenForFacts() {
  for (const [kind, { name }] of Object.entries(kinds)) byId("facts-kind").append(make("option", { value: kind, textContent: name }));
  byId("facts-kind").addEventListener("change", draw);
  byId("facts-key").addEventListener("input", redraw);
  byId("facts-pause").addEventListener("click", () => {
    isPaused = !isPaused;
    byId("facts-pause").ariaPressed = String(isPaused);
    draw();
  });
}
