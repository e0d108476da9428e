import { colourOf } from "./colours.js";

const side = 40;
const leapCells = 2;
const explosionMilliseconds = 600;

// A frame between two others. Cells have their origin in the south-west, a canvas has its own in the north-west.
export function draw(canvas, before, after, time, status) {
  const pixels = fit(canvas);
  const scale = pixels / side;
  const context = canvas.getContext("2d");
  const part = Math.min(1, Math.max(0, (time - before.timeMilliseconds) / Math.max(1, after.timeMilliseconds - before.timeMilliseconds)));
  const at = (x, y) => [x * scale, pixels - y * scale];
  context.clearRect(0, 0, pixels, pixels);
  drawZones(context, status, scale, pixels);
  for (const shot of after.shots) drawShot(context, between(before.shotOf.get(shot.id), shot, part), shot.heading, at, scale);
  for (const ship of after.ships) drawShip(context, before.shipOf.get(ship.id), ship, part, status, at, scale);
  for (const hit of after.hits) drawHit(context, hit, at, scale, Math.max(0, time - after.timeMilliseconds));
}

function fit(canvas) {
  const pixels = Math.round(canvas.clientWidth * devicePixelRatio);
  if (canvas.width !== pixels) canvas.width = canvas.height = pixels;
  return pixels;
}

function drawZones(context, status, scale, pixels) {
  const half = pixels / 2;
  for (const zone of status.zones) {
    const [x, y] = [zone.zone % 2 * half, zone.zone < 2 ? half : 0];
    context.globalAlpha = zone.isLive ? .1 : .04;
    context.fillStyle = zone.isLive ? colourOf(zone.owner) : "#ff8478";
    context.fillRect(x, y, half, half);
    context.globalAlpha = .8;
    context.font = `${Math.round(scale * .9)}px system-ui, sans-serif`;
    context.fillText(zone.isLive ? zone.owner : `${zone.owner ?? ""} is gone`, x + scale * .6, y + scale * 1.3);
  }

  context.globalAlpha = 1;
  context.strokeStyle = "#2b3742";
  context.lineWidth = 1;
  context.strokeRect(0, half, pixels, 0);
  context.strokeRect(half, 0, 0, pixels);
}

function between(from, to, part) {
  if (!from || Math.abs(to.x - from.x) + Math.abs(to.y - from.y) > leapCells) return to;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

const headings = new Map();

function drawShip(context, from, ship, part, status, at, scale) {
  const [dx, dy] = from ? [ship.x - from.x, ship.y - from.y] : [0, 0];
  if (Math.abs(dx) + Math.abs(dy) > .005 && Math.abs(dx) + Math.abs(dy) < leapCells) headings.set(ship.id, Math.atan2(dy, dx));
  const point = between(from, ship, part);
  const [x, y] = at(point.x, point.y);
  const heading = headings.get(ship.id) ?? 0;
  const zone = status.zones.find(one => one.zone === (ship.y >= side / 2 ? 2 : 0) + (ship.x >= side / 2 ? 1 : 0));
  context.save();
  context.translate(x, y);
  context.rotate(-heading);
  context.fillStyle = colourOf(zone?.owner);
  context.beginPath();
  context.moveTo(scale * .45, 0);
  context.lineTo(-scale * .3, scale * .26);
  context.lineTo(-scale * .16, 0);
  context.lineTo(-scale * .3, -scale * .26);
  context.closePath();
  context.fill();
  context.restore();
  if (ship.health < 5) {
    context.fillStyle = ship.health > 2 ? "#43c98b" : "#ff8478";
    context.fillRect(x - scale * .4, y - scale * .65, scale * .8 * ship.health / 5, Math.max(1.5, scale * .09));
  }
}

function drawShot(context, point, heading, at, scale) {
  const [x, y] = at(point.x, point.y);
  context.strokeStyle = "#fff1b8";
  context.lineWidth = Math.max(1.5, scale * .08);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - Math.cos(heading) * scale * .4, y + Math.sin(heading) * scale * .4);
  context.stroke();
}

function drawHit(context, hit, at, scale, later) {
  const age = (hit.ageMilliseconds + later) / explosionMilliseconds;
  if (age >= 1) return;
  const [x, y] = at(hit.x, hit.y);
  context.globalAlpha = 1 - age;
  context.strokeStyle = hit.isDestroyed ? "#ff8478" : "#fff1b8";
  context.lineWidth = Math.max(1, scale * (hit.isDestroyed ? .16 : .08));
  context.beginPath();
  context.arc(x, y, scale * (hit.isDestroyed ? .3 + age * 1.4 : .2 + age * .4), 0, 2 * Math.PI);
  context.stroke();
  context.globalAlpha = 1;
}
