// One colour for each server's letter; those that replace it have the same.
const colours = { A: "#5aa9ff", B: "#ffb454", C: "#7bd88f", D: "#d59bff" };

export const colourOf = server => colours[server?.[0]] ?? "#8894a0";
