import { draw } from "./arena.js";
import { showStatus, showBest } from "./panel.js";

// What is drawn is a little behind, so that there is a frame before and one after it to draw between.
const delayMilliseconds = 150;
const frames = [];
let clockOffset = Infinity;
let status = { zones: [], servers: [] };

const state = document.getElementById("state");
const events = new EventSource("events");
events.addEventListener("open", () => { state.textContent = "live"; state.className = "open"; });
events.addEventListener("error", () => { state.textContent = "the game has ended, or cannot be reached"; state.className = ""; clockOffset = Infinity; frames.length = 0; });
events.addEventListener("status", event => {
  status = JSON.parse(event.data);
  showStatus(status);
});
events.addEventListener("frame", event => {
  const frame = JSON.parse(event.data);
  frame.shipOf = new Map(frame.ships.map(ship => [ship.id, ship]));
  frame.shotOf = new Map(frame.shots.map(shot => [shot.id, shot]));
  clockOffset = Math.min(clockOffset, performance.now() - frame.timeMilliseconds);
  frames.push(frame);
  if (frames.length > 40) frames.shift();
});

let drawn = 0, countedAt = performance.now();
function animate() {
  const now = performance.now();
  const time = now - clockOffset - delayMilliseconds;
  while (frames.length > 2 && frames[1].timeMilliseconds <= time) frames.shift();
  if (frames.length > 1) draw(document.getElementById("arena"), frames[0], frames[1], time, status);
  drawn++;
  if (now - countedAt >= 1000) {
    document.getElementById("fps").textContent = Math.round(drawn * 1000 / (now - countedAt));
    if (frames.length > 0) showBest(frames[0].ships);
    [drawn, countedAt] = [0, now];
  }

  requestAnimationFrame(animate);
}

requestAnimationFrame(animate);
