"use strict";
const root = "/features", keyName = "genie-game-key", groupsMax = 20;
const byId = id => document.getElementById(id);
const number = value => value.toLocaleString("en");
const time = text => new Date(text).toLocaleString("en", { dateStyle: "short", timeStyle: "medium" });
const hex = bytes => [...new Uint8Array(bytes)].map(each => each.toString(16).padStart(2, "0")).join("");

// The key comes behind the #, which no server and no other page is told; it leaves the address at once.
if (location.hash.length > 1) {
  sessionStorage.setItem(keyName, location.hash.slice(1));
  history.replaceState(null, "", root);
}

async function ask(path, body) {
  const headers = { authorization: `Bearer ${sessionStorage.getItem(keyName)}` };
  if (body) headers["content-type"] = "application/json";
  const response = await fetch(root + path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body), cache: "no-store" });
  if (response.status === 401) showDoor(true);
  if (response.ok) return response;
  throw Object.assign(new Error((await response.json().catch(() => null))?.message ?? `The server answered ${response.status}.`), { status: response.status });
}

const read = async path => (await ask(path)).json();

function showDoor(isClosed) {
  if (isClosed) byId("state").textContent = "the server's key is needed";
  byId("door").hidden = !isClosed;
  byId("features").hidden = isClosed;
}

// Everything from the server goes in as text: whatever a name contains, nothing of it is run.
function element(name, text, ...children) {
  const made = document.createElement(name);
  if (text !== null) made.textContent = text;
  made.append(...children);
  return made;
}

function cell(content) {
  return content instanceof Node ? element("td", null, content) : element("td", content);
}

function fill(id, rows, none = "nothing yet") {
  const body = byId(id);
  const columns = body.parentElement.querySelectorAll("th").length;
  body.replaceChildren(...rows.map(cells => element("tr", null, ...cells.map(cell))));
  if (rows.length) return;
  const only = element("td", none);
  only.colSpan = columns;
  only.className = "none";
  body.append(element("tr", null, only));
}

// The newest come first; the page does not grow with the years.
function fillGroups(id, groups) {
  const left = groups.length - groupsMax;
  byId(id).replaceChildren(...groups.slice(0, groupsMax).flat());
  const rest = left > 0 ? `and ${number(left)} more` : groups.length ? "" : "nothing yet";
  if (!rest) return;
  const last = element("p", rest);
  last.className = "none";
  byId(id).append(last);
}

function group(title, remark, rows) {
  const body = element("tbody", null, ...rows.map(cells => element("tr", null, ...cells.map(cell))));
  return [element("h3", title + " ", element("small", remark)), element("table", null, body)];
}

function mark(text, isGood) {
  const made = element("span", text);
  made.className = isGood ? "yes" : "no";
  return made;
}

const short = name => name.length > 24 ? `${name.slice(0, 16)}…${name.slice(-4)}` : name;

function showWallet(state) {
  byId("sum").textContent = number(state.sum);
  byId("entries").textContent = number(state.entries);
  fill("balances", Object.entries(state.balances).map(([account, credits]) => [short(account), number(credits)]));
}

function showBoards(boards) {
  fillGroups("boards", boards.map(board => group(`${board.layer} ${board.region}`, `${time(board.start)}, ${number(board.wins)} wins, ${number(board.gained)} gained`,
    board.leaders.map((leader, i) => [`${i + 1}. ${short(leader.player)}`, number(leader.wins)]))));
}

function showAuctions(auctions) {
  fillGroups("auctions", auctions.map(auction => group(auction.auction,
    auction.isSettled ? "paid out" : auction.isClosed ? "closed" : `by ${auction.seller}, from ${number(auction.least)}, until ${time(auction.deadline)}`,
    auction.bids.toReversed().map((bid, i) => [bid.bidder, i ? "outbid" : mark(auction.isClosed ? "won" : "highest", true), number(bid.credits)]))));
}

async function commit(room, player, secret) {
  const name = new TextEncoder().encode(`${room}/${player}/`), message = new Uint8Array(name.length + secret.length);
  message.set(name);
  message.set(secret, name.length);
  return hex(await crypto.subtle.digest("SHA-256", message));
}

async function checkOf(room, player) {
  if (!player.secret) return "committed";
  const secret = Uint8Array.from(player.secret.match(/../g), each => parseInt(each, 16));
  const isSame = await commit(room, player.player, secret) === player.commitment.toLowerCase();
  return mark(isSame ? "secret checked" : "secret is another", isSame);
}

function statusOf(room) {
  if (room.winner) return `${room.winner} won`;
  if (room.isAbandoned) return room.players.length < room.seats ? "did not fill in time, stakes given back" : "given up: somebody did not reveal";
  if (room.isOver) return "nobody rolled, stakes given back";
  const until = `until ${time(room.deadline)}`;
  if (room.next) return `${room.next}'s turn ${until}`;
  return room.players.length < room.seats ? `${room.players.length} of ${room.seats} seats taken, open ${until}` : `waiting for secrets ${until}`;
}

async function showRooms(rooms) {
  const groups = [];
  for (const room of rooms) {
    const rows = [];
    for (const player of room.players) rows.push([player.player, await checkOf(room.room, player), room.forfeits.includes(player.player) ? mark("did not roll", false) : room.turns.find(turn => turn.player === player.player)?.roll ?? "–"]);
    groups.push(group(room.room, `stake ${number(room.stake)}, ${statusOf(room)}`, rows));
  }
  fillGroups("tables", groups);
}

function reviewButton(file, document, officer, isGood) {
  const button = element("button", isGood ? "good" : "bad");
  button.title = `Officer ${officer} finds it ${button.textContent}`;
  button.onclick = () => ask("/kyc/demo/review", { applicant: file.applicant, digest: document.digest, officer, isGood }).then(refresh, showError);
  return button;
}

function readButton(file, document, officer) {
  const button = element("button", "read");
  button.title = `Officer ${officer} opens the document`;
  button.onclick = async () => {
    try {
      alert((await (await ask("/kyc/demo/open", { applicant: file.applicant, digest: document.digest, officer })).json()).text);
    } catch (error) {
      showError(error);
    }
  };
  return button;
}

function showFiles(files) {
  fillGroups("files", files.toSorted((one, other) => (one.level !== "Unknown") - (other.level !== "Unknown")).map(file => group(short(file.applicant), file.level.toLowerCase(), file.documents.map(document => [
    element("span", `${document.digest.slice(0, 8)}, ${number(document.bytes)} bytes, `, document.isGood ? mark("good", true) : `${document.reviews.filter(each => each.isGood).length} of 2 officers`,
      document.biometrics ? `, biometrics: ${document.biometrics === "NotIncluded" ? "not included" : document.biometrics.toLowerCase()}` : ""),
    element("span", null, ...[1, 2].map(officer => element("div", null, element("small", `officer ${officer}`), readButton(file, document, officer), reviewButton(file, document, officer, true), reviewButton(file, document, officer, false)))),
  ]))));
}

const distance = metres => metres < 10000 ? `${number(Math.round(metres))} m` : `${number(Math.round(metres / 1000))} km`;

function placeCell(place) {
  const made = element("span", `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`);
  made.className = "place";
  return place.status === "steady" ? made : element("span", null, made, " ", mark(place.status, place.status === "moved"));
}

function showRewards(state) {
  fill("given", state.rewards.map(each => [each.name, element("code", each.when), number(each.credits)]));
  const failed = state.failedRewards;
  byId("refused").hidden = !failed.count;
  byId("refused-count").textContent = `${number(failed.count)} could not be given`;
  fill("failed", failed.last.slice(0, groupsMax).map(each => [time(each.time), short(each.account), number(each.credits), each.reason]));
}

function showNetworks(networks) {
  fill("networks", Object.entries(networks).map(([name, place]) => [element("code", name), placeCell(place), distance(place.errorMetres), place.elsewhere ? `${number(place.observations)} of ${number(place.observations + place.elsewhere)}` : number(place.observations)]));
}

async function refresh() {
  if (!sessionStorage.getItem(keyName)) return showDoor(true);
  try {
    const state = await read("/state");
    showDoor(false);
    showWallet(state);
    showBoards(state.boards);
    showRewards(state);
    showAuctions(state.auctions);
    await showRooms(state.rooms);
    showFiles(state.files);
    fill("consents", state.consents.map(each => [`${each.friend} may see ${each.owner}`, time(each.until)]));
    showNetworks(state.networks);
    byId("state").textContent = "live";
    byId("state").className = "open";
  } catch (error) {
    showError(error);
  }
}

function showError(error) {
  byId("state").textContent = error instanceof TypeError ? "the server does not answer; asking again" : error.message;
  byId("state").className = "";
}

async function refreshReport() {
  if (!sessionStorage.getItem(keyName)) return;
  const rows = await read("/report");
  fill("plays", rows.toReversed().map(row => [`${time(row.hour)}, ${row.name || "nowhere"}`, number(row.plays), number(row.staked), number(row.paid)]));
}
