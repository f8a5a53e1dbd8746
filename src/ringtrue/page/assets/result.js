// The result file: all that was recorded, with a checksum over its one canonical spelling.

function resultOf(packet, partial) {
  const { document: document_, sitting } = packet;
  const answers = packet.answers().map(({ order, ...given }) => given);
  const body = rounded({
    ringtrue: 1,
    packet: document_.packet,
    language: document_.language,
    started: sitting.started,
    finished: sitting.finished ?? new Date().toISOString(),
    partial,
    consent: sitting.consent ?? null,
    qualification: sitting.qualification ?? {},
    comprehension: sitting.comprehension ?? null,
    practice: sitting.practice ?? null,
    sitting: { reloads: sitting.reloads ?? 0, breaks: sitting.breaks ?? [] },
    answers,
  });
  return { ...body, checksum: sha256(canonical(body)) };
}

function resultName(packet, partial) {
  return `ringtrue-${packet.document.name}${partial ? "-partial" : ""}.json`;
}

function resultText(packet, partial) {
  return `${JSON.stringify(resultOf(packet, partial), null, 1)}\n`;
}

function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = make("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

// Copies a field's text; where the clipboard is closed to pages from files, the text is at least selected.
async function copyFrom(field) {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
