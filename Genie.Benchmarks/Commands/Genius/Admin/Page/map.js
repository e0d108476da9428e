// Fences and keys on a plane of longitude and latitude, the latter stretched as the middle of the picture is, so that circles are round there.
const namespace = "http://www.w3.org/2000/svg";
const labelsMax = 30, scaleMin = 0.5, scaleMax = 5e6, room = 0.75, stepPixels = 60, zoomStep = 1.6;

function make(name, attributes, parent) {
  const element = document.createElementNS(namespace, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  parent.append(element);
  return element;
}

function boxOf(rings, places = []) {
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  const include = (longitude, latitude) => {
    box.west = Math.min(box.west, longitude);
    box.east = Math.max(box.east, longitude);
    box.south = Math.min(box.south, latitude);
    box.north = Math.max(box.north, latitude);
  };
  for (const ring of rings) for (let i = 0; i + 1 < ring.length; i += 2) include(ring[i], ring[i + 1]);
  for (const place of places) include(place.longitude, place.latitude);
  return box;
}

function pathOf(rings) {
  return rings.map(ring => {
    let path = "";
    for (let i = 0; i + 1 < ring.length; i += 2) path += `${i ? "L" : "M"}${ring[i]} ${ring[i + 1]}`;
    return `${path}Z`;
  }).join("");
}

export class FenceMap {
  #svg; #grid; #outlines; #labels; #dots;
  #fences = []; #places = []; #chosen = ""; #moved = false;
  #view = { longitude: 0, latitude: 20, scale: 1 };

  constructor(svg) {
    this.#svg = svg;
    this.#grid = make("path", { class: "grid" }, svg);
    this.#outlines = make("g", {}, svg);
    this.#dots = make("g", {}, svg);
    this.#labels = make("g", { "aria-hidden": "true" }, svg);
    this.#listen();
  }

  // Fences with a name and rings of longitude and latitude.
  showFences(fences) {
    this.#fences = fences.map(fence => ({ ...fence, box: boxOf(fence.rings) }));
    this.#outlines.replaceChildren();
    for (const fence of this.#fences) {
      fence.path = make("path", { class: "fence", d: pathOf(fence.rings) }, this.#outlines);
      make("title", {}, fence.path).textContent = fence.name;
    }
    this.#fit();
  }

  // Keys with a name, longitude and latitude.
  showPlaces(places) {
    this.#places = places;
    this.#fit();
  }

  choose(name) {
    const fence = this.#fences.find(each => each.name === name);
    if (!fence || fence.box.west > fence.box.east) return;
    this.#chosen = name;
    this.#moved = true;
    this.#frame(fence.box);
    this.#draw();
  }

  showAll() {
    this.#moved = false;
    this.#chosen = "";
    this.#fit();
  }

  zoom(factor, x = this.#svg.clientWidth / 2, y = this.#svg.clientHeight / 2) {
    const view = this.#view, scale = Math.min(scaleMax, Math.max(scaleMin, view.scale * factor));
    view.longitude += (x - this.#svg.clientWidth / 2) * (1 / view.scale - 1 / scale) / this.#squeeze();
    view.latitude -= (y - this.#svg.clientHeight / 2) * (1 / view.scale - 1 / scale);
    view.scale = scale;
    this.#moved = true;
    this.#draw();
  }

  #move(x, y) {
    this.#view.longitude += x / this.#view.scale / this.#squeeze();
    this.#view.latitude = Math.max(-90, Math.min(90, this.#view.latitude - y / this.#view.scale));
    this.#moved = true;
    this.#draw();
  }

  #squeeze() { return Math.max(0.1, Math.cos(this.#view.latitude * Math.PI / 180)); }
  #x(longitude) { return this.#svg.clientWidth / 2 + (longitude - this.#view.longitude) * this.#view.scale * this.#squeeze(); }
  #y(latitude) { return this.#svg.clientHeight / 2 - (latitude - this.#view.latitude) * this.#view.scale; }

  // Shows all there is, until somebody looks elsewhere.
  #fit() {
    const box = boxOf(this.#fences.flatMap(fence => fence.rings), this.#places);
    if (!this.#moved) this.#frame(box.west > box.east ? { west: -180, east: 180, south: -80, north: 80 } : box);
    this.#draw();
  }

  #frame(box) {
    const view = this.#view;
    view.longitude = (box.west + box.east) / 2;
    view.latitude = (box.south + box.north) / 2;
    const across = Math.max((box.east - box.west) * this.#squeeze(), 1e-3), along = Math.max(box.north - box.south, 1e-3);
    view.scale = Math.min(scaleMax, Math.max(scaleMin, Math.min(this.#svg.clientWidth * room / across, this.#svg.clientHeight * room / along)));
  }

  #draw() {
    if (!this.#svg.clientWidth) return;
    const { longitude, latitude, scale } = this.#view, across = scale * this.#squeeze();
    this.#outlines.setAttribute("transform", `matrix(${across} 0 0 ${-scale} ${this.#svg.clientWidth / 2 - longitude * across} ${this.#svg.clientHeight / 2 + latitude * scale})`);
    this.#drawGrid();
    this.#labels.replaceChildren();
    this.#dots.replaceChildren();
    for (const fence of this.#fences) {
      fence.path.classList.toggle("chosen", fence.name === this.#chosen);
      if (fence.box.west <= fence.box.east && (this.#fences.length <= labelsMax || fence.name === this.#chosen)) this.#label(fence.name, "fence", this.#x((fence.box.west + fence.box.east) / 2), this.#y(fence.box.north) - 6);
    }
    for (const place of this.#places) {
      make("title", {}, make("circle", { cx: this.#x(place.longitude), cy: this.#y(place.latitude), r: 4.5 }, this.#dots)).textContent = place.name;
      if (this.#places.length <= labelsMax) this.#label(place.name, "place", this.#x(place.longitude) + 8, this.#y(place.latitude) + 4);
    }
    this.#svg.dataset.fences = this.#fences.length;
    this.#svg.dataset.places = this.#places.length;
  }

  #label(text, kind, x, y) { make("text", { class: kind, x, y }, this.#labels).textContent = text; }

  #drawGrid() {
    const { longitude, latitude, scale } = this.#view;
    const step = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001].findLast(each => each * scale >= 50) ?? 30;
    const spanX = this.#svg.clientWidth / scale / this.#squeeze() / 2, spanY = this.#svg.clientHeight / scale / 2;
    let path = "";
    for (let each = Math.max(-180, Math.ceil((longitude - spanX) / step) * step); each <= Math.min(180, longitude + spanX); each += step) path += `M${this.#x(each)} ${this.#y(Math.min(90, latitude + spanY))}V${this.#y(Math.max(-90, latitude - spanY))}`;
    for (let each = Math.max(-90, Math.ceil((latitude - spanY) / step) * step); each <= Math.min(90, latitude + spanY); each += step) path += `M${this.#x(Math.max(-180, longitude - spanX))} ${this.#y(each)}H${this.#x(Math.min(180, longitude + spanX))}`;
    this.#grid.setAttribute("d", path);
  }

  #listen() {
    const svg = this.#svg, keys = {
      ArrowLeft: () => this.#move(-stepPixels, 0),
      ArrowRight: () => this.#move(stepPixels, 0),
      ArrowUp: () => this.#move(0, -stepPixels),
      ArrowDown: () => this.#move(0, stepPixels),
      "+": () => this.zoom(zoomStep),
      "-": () => this.zoom(1 / zoomStep),
      0: () => this.showAll(),
    };
    svg.addEventListener("keydown", event => {
      if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      keys[event.key]();
    });
    let grip = null;
    svg.addEventListener("pointerdown", event => { grip = event; svg.setPointerCapture(event.pointerId); });
    for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => { grip = null; });
    svg.addEventListener("pointermove", event => {
      if (!grip) return;
      this.#move(grip.clientX - event.clientX, grip.clientY - event.clientY);
      grip = event;
    });

    // A page that is scrolled past the map must not be caught by it.
    svg.addEventListener("wheel", event => {
      if (!event.ctrlKey && document.activeElement !== svg) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
    }, { passive: false });
    new ResizeObserver(() => this.#fit()).observe(svg);
  }
}

export { zoomStep };
