// SHA-256 (FIPS 180-4) of a text in UTF-8. Our own, because crypto.subtle is missing on plain HTTP and, in some
// browsers, on file://.

const SHA256_START = [];
const SHA256_ROUND = [];

// The constants are the first 32 bits of the fractions of square and cube roots of the primes; making them beats
// mistyping 72 numbers.
(function fillConstants() {
  const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  for (let n = 2; SHA256_ROUND.length < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (SHA256_START.length < 8) SHA256_START.push(fraction(Math.sqrt(n)));
    SHA256_ROUND.push(fraction(Math.cbrt(n)));
  }
})();

const turn = (x, by) => (x >>> by) | (x << (32 - by));

// The message with its padding: a one bit, zeros, and the length in bits as 64 bits.
function padded(bytes) {
  const whole = new Uint8Array(((bytes.length + 8) >> 6 << 6) + 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, (bytes.length << 3) >>> 0);
  return view;
}

// The 64 words of one block, of which the first 16 are the message itself.
function schedule(view, start, words) {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(start + 4 * i);
  for (let i = 16; i < 64; i++) {
    const a = words[i - 15];
    const b = words[i - 2];
    const low = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const high = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    words[i] = (words[i - 16] + low + words[i - 7] + high) | 0;
  }
}

function compress(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const mixed = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + mixed + chosen + SHA256_ROUND[i] + words[i]) | 0;
    const blended = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const most = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + blended + most) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] = (state[i] + word) | 0; });
}

// The 64 hex digits of a text's SHA-256.
function sha256(text) {
  const view = padded(new TextEncoder().encode(text));
  const state = SHA256_START.slice();
  const words = new Int32Array(64);
  for (let start = 0; start < view.byteLength; start += 64) {
    schedule(view, start, words);
    compress(state, words);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
